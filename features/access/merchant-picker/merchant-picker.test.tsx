import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MerchantSelect, MerchantsSelect } from './merchant-picker.tsx'

// Whichever merchant it is: no list in the page holds all of them.
installPopovers()
afterEach(cleanup)

const tenantId = '0191f3a4-0000-7000-8000-0000000000cc'
const boarding = '0191f3a4-0000-7000-8000-0000000000dd'
const merchant = {
  merchantId: boarding,
  legalBusinessName: 'Zebra Books',
  merchantStatus: 'Boarding',
  processingStatus: 'NoProcessing',
  tenantId,
}
const page = (children: ReactNode, user = {}) => renderInPortal(children, user)
let asked: Asked[] = []
beforeEach(() => {
  asked = answerFetch(({ path, query }) => {
    const isMerchants = path === '/api/merchants' || path === `/api/${tenantId}/all/merchants`
    if (!isMerchants) return undefined
    return query.get('searchKey') === 'zeb'
      ? { data: [merchant], count: 1 }
      : { data: [], count: 0 }
  })
})
const searches = () => asked.filter(({ query }) => query.get('searchKey') === 'zeb')

const choose = async () => {
  await userEvent.type(screen.getByRole('combobox', { name: 'Merchant' }), 'zeb')
  await userEvent.click(await screen.findByRole('option', { name: /Zebra Books/, hidden: true }))
}

test('a merchant in boarding is found by its name on the server, and keeps it once it is chosen', async () => {
  function Chosen() {
    const [id, setId] = useState<string | null>(null)
    return <MerchantSelect label="Merchant" value={id} onChange={setId} />
  }
  page(<Chosen />)
  await choose()
  expect(searches()[0]?.path).toBe('/api/merchants')
  expect(screen.getByRole('combobox', { name: 'Merchant' })).toHaveProperty('value', 'Zebra Books')
})

test('platform staff choose among the merchants of one tenant', async () => {
  const chosen: string[][] = []
  page(
    <MerchantsSelect
      label="Merchant"
      tenantId={tenantId}
      placeholder=""
      value={[]}
      isDisabled={false}
      problem={undefined}
      onChange={(ids) => chosen.push(ids)}
    />,
    { audience: 'platform' },
  )
  await choose()
  expect(searches()[0]?.path).toBe(`/api/${tenantId}/all/merchants`)
  expect(chosen).toEqual([[boarding]])
})
