import {
  type Asked,
  answerFetch,
  sendUploadsByFetch,
} from '@counterfoil/kit/testing/answer-fetch.ts'
import { pass, place, renderInPortal, snackbars, until } from '@counterfoil/kit/testing/portal.tsx'
import {
  endSupportRequest,
  requestSupport,
  useSupportRequest,
} from '@counterfoil/kit/web/session/support-request.tsx'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import ContactSupport from './contact-support.tsx'

const northwind = '0191f3a4-0000-7000-8000-000000000001'
const ticketId = '0191f3a4-0000-7000-8000-000000000009'
const merchant = { audience: 'merchant', merchantId: 'm', email: 'pat@harbour.example' } as const
const platform = { audience: 'platform', email: 'staff@platform.example' } as const

let asked: Asked[] = []
/** Paths that fail, and such that answer an empty list. */
let failing: string[] = []
let empty: string[] = []

const there = {
  ...{ ticketId: 't1', code: 'NP-1043', subject: 'Terminal is dark', state: 'Open' },
  ...{ ticketChannelType: 'CustomerToTenant', customerId: 'm' },
}

function answer({ method, path, query, body }: Asked): unknown {
  if (failing.some((one) => path.endsWith(one))) return new Response('{}', { status: 500 })
  const none = empty.some((one) => path.endsWith(one))
  if (path.endsWith('/ticket-categories')) {
    return none ? [] : [{ name: 'Processing' }, { name: 'Other' }]
  }
  if (path === '/api/support/tenants') {
    const data = none ? [] : [{ tenantId: northwind, tenantName: 'Northwind Pay' }]
    return { count: data.length, data }
  }
  if (path.endsWith('/contact-users')) {
    const user = { id: 'u', email: 'nora@northwind.example', firstName: 'Nora', lastName: 'West' }
    return { count: 1, data: [user] }
  }
  if (path.startsWith('/api/fs/') && method === 'POST') {
    const name = ((body as FormData).get('file') as File).name
    return Response.json({ fileId: `id of ${name}` }, { status: 201 })
  }
  if (method === 'DELETE') return new Response(null, { status: 204 })
  if (path.startsWith('/api/support/ticket') && method === 'GET') {
    return { data: query.get('search') === 'NP-1043' ? [there] : [], count: 0 }
  }
  if (path === '/api/support/ticket') return new Response(ticketId)
  if (method === 'POST') return { ticketId }
  const found = path.endsWith('merchants')
    ? { merchantId: 'harbour', legalBusinessName: 'Harbour Books' }
    : { externalId: 'INV-77' }
  return { data: [found], count: 1, nextCursor: null, previousCursor: null }
}

function Corner() {
  const request = useSupportRequest()
  return request === null ? null : <ContactSupport request={request} />
}

async function show(
  user: Partial<Omit<SignedInUser, 'permissions'>> & { permissions?: readonly string[] },
  about = [] as { key: string }[],
) {
  renderInPortal(<Corner />, user)
  act(() => requestSupport(about))
  await pass(0)
}

const field = (label: string | RegExp) =>
  screen.getByLabelText(label, { selector: 'input, select, textarea' }) as HTMLInputElement
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement
async function type(label: string | RegExp, value: string) {
  // a list of chips takes only what is typed where the focus is
  act(() => field(label).focus())
  fireEvent.change(field(label), { target: { value } })
  await pass(0)
}
async function press(name: string) {
  fireEvent.click(button(name))
  await pass(0)
}
async function fill() {
  await type(/^Category/, 'Processing')
  await type(/^Subject/, 'A refund is missing')
  await type(/^Description/, 'Since Monday')
}
async function choose(name: string) {
  const input = document.querySelector('[data-file-input]') as HTMLInputElement
  await act(async () => {
    fireEvent.change(input, { target: { files: [new File(['x'], name, { type: 'text/plain' })] } })
  })
}
async function attach(name: string) {
  await press('Attachments')
  await choose(name)
  await until(() => expect(snackbars()).toContain('Files finished uploading'))
}
const sent = () => asked.filter(({ method }) => method !== 'GET')
const ticketSent = () => sent().at(-1)?.body as { references: { key: string; value: string }[] }

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  failing = []
  empty = []
  asked = answerFetch(answer)
  sendUploadsByFetch()
})

afterEach(async () => {
  act(() => endSupportRequest())
  // what is said stands at most 7 s
  await pass(7000)
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('required fields', () => {
  test('category, subject and description; until then Send is disabled [support.form.required] [support.form.send-disabled]', async () => {
    await show(merchant)
    expect(button('Send').disabled).toBe(true)
    await type(/^Category/, 'Processing')
    await type(/^Subject/, 'A refund is missing')
    expect(button('Send').disabled).toBe(true)
    await type(/^Description/, '   ')
    expect(button('Send').disabled).toBe(true)
    await type(/^Description/, 'Since Monday')
    expect(button('Send').disabled).toBe(false)
    await type(/^Subject/, '')
    expect(button('Send').disabled).toBe(true)
  })

  test.each([
    ['fail', () => failing.push('/ticket-categories')],
    ['are none', () => empty.push('/ticket-categories')],
  ])(
    'when categories %s, the field says so [support.form.load-error] [support.msg.categories]',
    async (_, set) => {
      set()
      await show(merchant)
      await until(() => expect(field(/^Category/).getAttribute('aria-invalid')).toBe('true'))
      expect(
        screen.getByText("Categories couldn't be loaded! Please contact support!"),
      ).toBeDefined()
    },
  )

  test.each([
    ['fail', () => failing.push('/support/tenants')],
    ['are none', () => empty.push('/support/tenants')],
  ])('when tenants %s, the field says so [support.msg.tenants]', async (_, set) => {
    set()
    await show(platform)
    await until(() =>
      expect(screen.getByText("Tenants couldn't be loaded! Please contact support!")).toBeDefined(),
    )
  })
})

describe('creating a ticket', () => {
  test("a merchant's goes to its tenant, with the page that it was written on, and leads to it [support.msg.created] [support.ticket.created-on-reference] [support.ticket.create-via]", async () => {
    await show(merchant)
    await fill()
    await press('Send')
    await until(() => expect(snackbars()[0]).toContain('Ticket created'))
    expect(sent()[0]?.path).toBe('/api/support/ticket')
    expect(ticketSent()).toEqual({
      ticketCategory: 'Processing',
      subject: 'A refund is missing',
      description: 'Since Monday',
      contactEmail: 'pat@harbour.example',
      references: [{ key: 'createdOn', value: '/start' }],
    })
    expect(screen.queryByRole('dialog')).toBeNull()
    await press('Open it')
    expect(place()).toBe(`/merchant/support-tickets/${ticketId}`)
  })

  test('a refusal keeps what was typed', async () => {
    await show(merchant)
    await fill()
    failing.push('/support/ticket')
    await press('Send')
    await until(() => expect(screen.getByRole('alert')).toBeDefined())
    expect(field(/^Subject/).value).toBe('A refund is missing')
    expect(snackbars()).toEqual([])
  })
})

test('a ticket that is there already is found by what is typed as the subject', async () => {
  await show({ ...merchant, permissions: ['Merchant.Support.Lookup'] })
  await type(/^Subject/, 'NP-1043')
  await pass(750)
  await until(() => expect(screen.getByText('Tickets found for “NP-1043”:')).toBeDefined())
  expect(screen.getByRole('link', { name: /Terminal is dark/ }).getAttribute('href')).toBe(
    '/merchant/support-tickets/t1',
  )
})

describe('optional parts', () => {
  test('are put in and taken away, and count only while they are there [support.form.optional-parts] [support.ticket.priorities]', async () => {
    await show({ audience: 'tenant' })
    await type(/^The ticket is/, 'platform')
    for (const [name, label] of [
      ['Customers', 'Customers'],
      ['Transactions', 'Transactions'],
      ['Priority', 'Priority'],
    ] as const) {
      expect(screen.queryAllByLabelText(label)).toEqual([])
      await press(name)
      expect(field(label)).toBeDefined()
    }
    const choices = [...field('Priority').querySelectorAll('option')].map(({ value }) => value)
    expect(choices).toEqual(['Low', 'Medium', 'High'])
    await type('Priority', 'High')
    await press('Priority')
    await fill()
    await press('Send')
    expect(ticketSent()).not.toHaveProperty('priority')
  })

  test('a merchant’s user adds no customers; users without a merchant do [support.form.customers]', async () => {
    await show(merchant)
    expect(screen.queryByRole('button', { name: 'Customers' })).toBeNull()
    cleanup()
    await show({ audience: 'tenant' })
    expect(button('Customers')).toBeDefined()
  })

  test('transactions are chips: trimmed, without blanks, each once [support.form.transaction-chips] [support.ticket.reference-types]', async () => {
    await show(merchant, [{ key: 'INV-1' }])
    for (const typed of ['  INV-2  ', '   ', 'INV-1']) {
      await type('Transactions', typed)
      fireEvent.keyDown(field('Transactions'), { key: 'Enter', code: 'Enter' })
      await pass(0)
    }
    await fill()
    await press('Send')
    expect(ticketSent().references).toEqual([
      { key: 'Transaction', value: 'INV-1' },
      { key: 'Transaction', value: 'INV-2' },
      { key: 'createdOn', value: '/start' },
    ])
  })

  test('transactions are searched by external id, 750 ms after the last key, ten at most [support.form.transaction-search]', async () => {
    await show(merchant)
    await press('Transactions')
    const searches = () => asked.filter(({ path }) => path === '/api/transactions')
    await type('Transactions', 'INV')
    await pass(500)
    await type('Transactions', 'INV-77')
    await pass(749)
    expect(searches()).toEqual([])
    await pass(1)
    const [search, ...others] = searches()
    const asks = (name: string) => search?.query.get(name)
    expect([asks('searchKey'), asks('searchParam'), asks('pageSize'), others]).toEqual([
      'INV-77',
      'external_id',
      '10',
      [],
    ])
    // two characters begin too many
    await type('Transactions', 'IN')
    await pass(1_000)
    expect(searches()).toHaveLength(1)
  })
})

test('an order number that is typed in another case is the payment’s that was found', async () => {
  await show(merchant)
  await press('Transactions')
  await type('Transactions', 'inv-77')
  await pass(750)
  await until(() => expect(screen.getAllByText('INV-77')).toHaveLength(1))
  fireEvent.keyDown(field('Transactions'), { key: 'Enter' })
  await fill()
  await press('Send')
  expect(ticketSent().references).toContainEqual({ key: 'Transaction', value: 'INV-77' })
})

test('what was typed is there again after a reload, until it is sent or given up', async () => {
  await show(merchant)
  await fill()
  // a reload: the page and what it held are gone
  cleanup()
  endSupportRequest()
  await show(merchant)
  expect([field(/^Subject/).value, field(/^Description/).value]).toEqual([
    ...['A refund is missing', 'Since Monday'],
  ])
  await press('Cancel')
  cleanup()
  await show(merchant)
  expect([field(/^Subject/).value, field(/^Description/).value]).toEqual(['', ''])
})

describe('files', () => {
  test('go with the ticket once they are up [support.msg.files-finished]', async () => {
    await show(merchant)
    await fill()
    await attach('a.txt')
    await press('Send')
    expect(ticketSent().references).toContainEqual({ key: 'File', value: 'id of a.txt' })
    expect(sent().map(({ method }) => method)).toEqual(['POST', 'POST'])
  })

  test('a failed one keeps the ticket from leaving without it', async () => {
    failing.push('/fs/file')
    await show(merchant)
    await fill()
    await press('Attachments')
    await choose('a.txt')
    await until(() => expect(screen.getByText('Upload failed')).toBeDefined())
    expect(screen.getByText('Try the failed files again, or remove them')).toBeDefined()
    expect(button('Send').disabled).toBe(true)
    failing = []
    await press('Try a.txt again')
    await until(() => expect(button('Send').disabled).toBe(false))
    await press('Send')
    expect(ticketSent().references).toContainEqual({ key: 'File', value: 'id of a.txt' })
  })

  test('are deleted when the dialog is cancelled, which says so [support.msg.files-deleted]', async () => {
    await show(merchant)
    await attach('a.txt')
    await press('Cancel')
    await until(() => expect(snackbars()).toContain('Added files have been deleted'))
    expect(sent().at(-1)).toMatchObject({ method: 'DELETE', path: '/api/fs/file/id%20of%20a.txt' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('are there again with the text after the page was loaded anew, until the ticket has them', async () => {
    await show(merchant)
    await fill()
    await attach('a.txt')
    cleanup()
    await show(merchant)
    expect(screen.getByText('a.txt')).toBeDefined()
    await type(/^Category/, 'Processing')
    await press('Send')
    expect(ticketSent().references).toContainEqual({ key: 'File', value: 'id of a.txt' })
    cleanup()
    await show(merchant)
    expect(screen.queryByText('a.txt')).toBeNull()
  })

  test('cancelling without files says nothing', async () => {
    await show(merchant)
    await press('Cancel')
    expect(snackbars()).toEqual([])
  })
})

describe('operators', () => {
  test('choose first whether they ask the platform or create the ticket for a merchant', async () => {
    await show({ audience: 'tenant', email: 'nora@northwind.example' })
    expect([field(/^Category/).disabled, field(/^Contact e-mail/).disabled]).toEqual([true, true])
    await type(/^The ticket is/, 'platform')
    expect(field(/^Category/).disabled).toBe(false)
    expect(field(/^Contact e-mail/).value).toBe('nora@northwind.example')
    await type(/^The ticket is/, 'customer')
    // its mails go to the merchant
    expect([field(/^Category/).disabled, field(/^Contact e-mail/).value]).toEqual([true, ''])
    await until(() => expect(field(/^Merchant/)).toBeDefined())
    fireEvent.click(field(/^Merchant/))
    await until(() => expect(screen.getByText('Harbour Books')).toBeDefined())
    fireEvent.click(screen.getByText('Harbour Books'))
    await pass(0)
    expect(screen.queryByRole('button', { name: 'Customers' })).toBeNull()
    await fill()
    await press('Send')
    await until(() => expect(snackbars().join()).toContain('Ticket created'))
    expect(sent().at(-1)).toMatchObject({
      path: '/api/support/ticket',
      body: { customerId: 'harbour', subject: 'A refund is missing' },
    })
    await press('Open it')
    expect(place()).toBe(`/tenant/support-tickets/harbour/${ticketId}`)
  })
})

describe('staff of the platform', () => {
  async function chooseTenant() {
    fireEvent.click(field(/^Tenant/))
    await pass(0)
    fireEvent.click(screen.getByText('Northwind Pay'))
    await pass(0)
  }

  test('choose a tenant first; all else is disabled until then [support.form.platform-tenant-first] [support.form.tenant-required]', async () => {
    await show(platform)
    for (const label of [/^Category/, /^Subject/, /^Description/]) {
      expect([label, field(label).disabled]).toEqual([label, true])
    }
    const toggles = button('Priority').closest('fieldset')
    expect(toggles?.disabled).toBe(true)
    expect(button('Send').disabled).toBe(true)
    await chooseTenant()
    expect([field(/^Category/).disabled, toggles?.disabled]).toEqual([false, false])
    await fill()
    expect(button('Send').disabled).toBe(false)
  })

  test('create a ticket on behalf of the tenant, with its people, customers, transactions and files [support.platform-on-behalf] [permissions.platform-support-scope]', async () => {
    await show(platform)
    await chooseTenant()
    await fill()
    await attach('a.txt')
    await press('Customers')
    await press('Transactions')
    await type('Transactions', 'INV-77')
    await pass(750)
    fireEvent.click(field('Contacts'))
    await until(() => expect(screen.getByText(/Nora West/)).toBeDefined())
    fireEvent.click(screen.getByText(/Nora West/))
    await press('Send')
    await until(() => expect(snackbars().join()).toContain('Ticket created'))
    const paths = asked.map(({ method, path, query }) =>
      `${method} ${path} ${query.get('tenantId') ?? ''}`.trim(),
    )
    expect(paths).toContain(`GET /api/support/${northwind}/contact-users`)
    expect(paths).toContain(`GET /api/${northwind}/all/merchants`)
    expect(paths).toContain(`GET /api/crm/transactions ${northwind}`)
    expect(paths).toContain(`POST /api/fs/${northwind}/file`)
    expect(sent().at(-1)).toMatchObject({
      path: `/api/support/${northwind}/ticket`,
      body: {
        isPlatformCreatingTicket: true,
        tenantId: northwind,
        ticket: { contactEmails: ['nora@northwind.example'] },
      },
    })
    await press('Open it')
    expect(place()).toBe(`/platform/support-tickets/${northwind}/${ticketId}`)
  })
})
