// Lists of a tenant with more merchants than came with the user.
import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { place, renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { severalOf } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MerchantFilter } from './merchant-picker.tsx'

installPopovers()
afterEach(cleanup)

const idOf = (number: number) => `0191f3a4-0000-7000-8000-${String(number).padStart(12, '0')}`
const tenantId = idOf(900)
const names = new Map(
  ['Acorn Teas', 'Zebra Books', 'Zebra Toys'].map((name, at) => [idOf(at + 1), name]),
)
const [acorn, books, toys] = [...names.keys()] as [string, string, string]
const unseen = idOf(800)

let asked: Asked[] = []
let failing = false
beforeEach(() => {
  failing = false
  asked = answerFetch(({ path, query }) => {
    if (path !== '/api/merchants' && path !== `/api/${tenantId}/all/merchants`) return undefined
    if (failing) return Response.json({ errors: [] }, { status: 400 })
    const ids = query.get('merchantId')?.split(',')
    const searched = query.get('searchKey')?.toLowerCase()
    // as a server with thousands: without a word the first in the alphabet alone
    const found = [...names].filter(([id, name]) =>
      ids !== undefined
        ? ids.includes(id)
        : searched
          ? name.toLowerCase().includes(searched)
          : id === acorn,
    )
    const data = found.map(([merchantId, legalBusinessName]) => ({
      ...{ merchantId, legalBusinessName, tenantId },
      ...{ merchantStatus: 'Suspended', processingStatus: 'NoProcessing' },
    }))
    return { data, count: data.length }
  })
})

function List({ of }: { of?: string }) {
  const list = useListState({ filters: ['merchantId'] })
  return <MerchantFilter label="Merchant" tenantId={of} {...severalOf(list, 'merchantId')} />
}
const show = (address: string, of?: string) =>
  renderInPortal(<List {...(of === undefined ? {} : { of })} />, {}, address)
const chosen = () => new URLSearchParams(place()?.split('?')[1]).get('merchantId')
const button = (name: string) => screen.findByRole('button', { name })
const box = (name: string) => screen.findByRole('checkbox', { name, hidden: true })
const searchFor = async (text: string) => {
  const field = screen.getByRole('textbox', { name: 'Search', hidden: true })
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
const isTicked = async (name: string) => ((await box(name)) as HTMLInputElement).checked

test('two are chosen from two searches and one is taken away; the address says which', async () => {
  show('/list')
  expect(asked).toEqual([])
  await userEvent.click(await button('Merchant'))
  await box('Acorn Teas')
  await searchFor('books')
  await userEvent.click(await box('Zebra Books'))
  expect(chosen()).toBe(books)
  await button('Merchant: Zebra Books')
  await searchFor('toys')
  await userEvent.click(await box('Zebra Toys'))
  expect(chosen()).toBe(`${books},${toys}`)
  await button('Merchant: 2 chosen')
  await userEvent.click(await box('Zebra Books'))
  expect(chosen()).toBe(toys)
  await button('Merchant: Zebra Toys')
  // it stays, to be taken back
  expect(await isTicked('Zebra Books')).toBe(false)
  expect(document.activeElement).toBe(await box('Zebra Books'))
  // none of them was asked for by its id: they were found a moment ago
  expect(asked.filter(({ query }) => query.has('merchantId'))).toEqual([])
})

test('the whole name finds its merchant too', async () => {
  show(`/list?merchantId=${toys}`)
  await userEvent.click(await button('Merchant: Zebra Toys'))
  await searchFor('Zebra Books')
  await box('Zebra Books')
})

test('a link with merchants who are not among the first names them', async () => {
  show(`/list?merchantId=${books},${toys}`)
  await userEvent.click(await button('Merchant: 2 chosen'))
  expect([await isTicked('Zebra Books'), await isTicked('Zebra Toys')]).toEqual([true, true])
  expect(await isTicked('Acorn Teas')).toBe(false)
  await userEvent.click(await box('Zebra Books'))
  await button('Merchant: Zebra Toys')
})

test('whom the user may not see keeps its id, and is asked for once', async () => {
  show(`/list?merchantId=${unseen}`)
  await button(`Merchant: ${unseen}`)
  await userEvent.click(await button(`Merchant: ${unseen}`))
  await userEvent.click(await box(unseen))
  expect(chosen()).toBeNull()
  expect(asked.filter(({ query }) => query.has('merchantId'))).toHaveLength(1)
})

test('platform staff search within the tenant by which the list is filtered', async () => {
  show('/list', tenantId)
  await userEvent.click(await button('Merchant'))
  await box('Acorn Teas')
  expect(asked.map(({ path }) => path)).toEqual([`/api/${tenantId}/all/merchants`])
})

test('says that nothing was found, and that it could not be searched', async () => {
  show('/list')
  await userEvent.click(await button('Merchant'))
  await searchFor('qq')
  const said = () => document.querySelector('fieldset [role=status]')?.textContent
  await waitFor(() => expect(said()).toBe('No match'))
  failing = true
  await searchFor('qqq')
  await waitFor(() => expect(said()).toContain('The search failed'))
})
