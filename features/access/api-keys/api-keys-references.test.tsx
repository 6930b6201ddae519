// A field and a filter that refer to more records than are fetched at once.
import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { place, renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { ResourcePage } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiKeys } from './api-keys.resource.ts'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const idOf = (number: number) => `0191f3a4-0000-7000-8000-${String(number).padStart(12, '0')}`
const merchants = [
  { id: idOf(1), name: 'Acorn Teas' },
  { id: idOf(2), name: 'Zebra' },
  { id: idOf(3), name: 'Zebra Toys' },
]
const toys = idOf(3)

let asked: Asked[] = []
beforeEach(() => {
  asked = answerFetch(({ path, query }) => {
    if (path === `/api${apiKeys.path}`) return { data: [], count: 0 }
    if (path !== `/api${apiKeys.path}/options/merchantId`) return undefined
    const keys = query.get('keys')?.split(',')
    const searched = query.get('searchKey')?.toLowerCase() ?? ''
    // as a server with thousands: without a word the first in the alphabet alone
    return merchants.filter(({ id, name }, at) =>
      keys !== undefined
        ? keys.includes(id)
        : searched === ''
          ? at === 0
          : name.toLowerCase().includes(searched),
    )
  })
})

const show = (address: string) =>
  renderInPortal(
    <ResourcePage of={apiKeys} />,
    { permissions: [...apiKeys.permissions.view, ...apiKeys.permissions.edit] },
    address,
  )
const chosen = () => new URLSearchParams(place()?.split('?')[1]).get('merchantId')
const optionsAsked = () => asked.filter(({ path }) => path.endsWith('/options/merchantId'))

test('a filter asks once it is opened, and searches on the server, what is switched off too', async () => {
  show('/keys')
  const button = await screen.findByRole('button', { name: 'Merchant' })
  expect(optionsAsked()).toEqual([])
  await userEvent.click(button)
  await screen.findByRole('checkbox', { name: 'Acorn Teas', hidden: true })
  const search = screen.getByRole('textbox', { name: 'Search', hidden: true })
  await userEvent.type(search, 'zebra toys')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Zebra Toys', hidden: true }))
  expect(chosen()).toBe(toys)
  expect(optionsAsked().map(({ query }) => query.get('which'))).not.toContain('inUse')
})

test('what the address filters by is called by its name', async () => {
  show(`/keys?merchantId=${toys}`)
  expect(await screen.findByRole('button', { name: 'Merchant: Zebra Toys' })).toBeTruthy()
})

test('a field is set to what is typed whole, though others are called alike', async () => {
  show('/keys?record=new')
  const field = await screen.findByRole('combobox', { name: 'Merchant' })
  await userEvent.type(field, 'Zebra')
  await userEvent.click(await screen.findByRole('option', { name: 'Zebra', hidden: true }))
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('Zebra'))
  await userEvent.clear(field)
  await userEvent.type(field, 'Zebra Toys')
  await userEvent.click(await screen.findByRole('option', { name: 'Zebra Toys', hidden: true }))
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('Zebra Toys'))
  expect(
    optionsAsked().every(({ query }) => query.get('which') !== 'all' || query.has('keys')),
  ).toBe(true)
})
