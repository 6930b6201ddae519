import {
  type Asked,
  answerFetch,
  sendUploadsByFetch,
} from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AgreementDialog, ProposalDialog } from './offer-dialog.tsx'
import type { Agreement, Proposal } from './offers.contract.ts'

const id = '0191f3a4-0000-7000-8000-000000000001'
const item = (feeTypeId: string, feeTypeName: string, feeSymbol: string, value: number) => ({
  ...{ id: feeTypeId, feeTypeId, feeTypeName, feeSymbol, value },
})
const entries = [
  { productId: null, productName: 'Cards', items: [item('sale', 'Sale', '%', 150)] },
  { productId: null, productName: 'Transfer', items: [item('refund', 'Refund', 'GBP', 20)] },
]
const whole = {
  ...{ id, version: 3, status: 'PendingApproval', subject: 'Cards for a shop', language: 'en' },
  ...{ created: '2026-11-20T12:00:00.000Z', sentAt: '2026-11-20T13:00:00.000Z', expiresAt: null },
  ...{ answeredAt: null, answeredBy: null, answeredFor: null, rejectReason: null },
  ...{ merchantId: id, merchantName: 'Harbour Books', tenantName: 'Northwind Pay' },
  ...{ pricebookId: null, currency: 'GBP', revision: 1, contentHash: 'hash', createdBy: 'Ada' },
  ...{ boardingFee: 25_000, accountConfigurationFee: 0, bankAccountSetupFee: 1_050 },
  ...{ tenantId: id, signedBy: null, consentedAt: null, evidence: null, acceptedThrough: null },
  ...{ monthlyMinimumFee: 2_000, gatewayMonthlyAccess: 5, proposalId: null },
  ...{ recipients: null, newerVersion: null, withdrawnAt: null },
} as const
const body = '<p>Dear <strong>Harbour</strong></p><script>x()</script>'

let offer: object = {}
let asked: Asked[] = []
let closed = vi.fn()

beforeEach(() => {
  closed = vi.fn()
  sendUploadsByFetch()
  asked = answerFetch(({ method, path, body: sent }) => {
    if (method === 'GET' && path.endsWith(`/${id}`)) return offer
    if (method === 'POST') return { fileId: id, name: 'mail.pdf', contentType: '', size: 1 }
    if (method !== 'PUT') return undefined
    const { response, rejectReason = null } = sent as { response: string; rejectReason?: string }
    offer = { ...offer, status: response, rejectReason, answeredFor: 'merchant' }
    return offer
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const kinds = {
  proposal: {
    Dialog: ProposalDialog,
    title: 'View Proposal',
    pending: 'PendingApproval',
    path: '/api/proposals',
    permission: 'viewMerchantPortalProposals',
    texts: { proposalBody: body, proposalEntries: entries },
  },
  agreement: {
    Dialog: AgreementDialog,
    title: 'View Agreement',
    pending: 'PendingAcceptance',
    path: '/api/agreements',
    permission: 'viewMerchantPortalAgreements',
    texts: { agreementBody: body, agreementEntries: entries },
  },
}

type Some = Omit<Partial<Proposal & Agreement>, 'currency'> & { currency?: string }

async function show(
  kind: keyof typeof kinds,
  some: Some = {},
  permissions?: string[],
  audience: 'merchant' | 'tenant' = 'merchant',
) {
  const { Dialog, title, pending, permission, texts } = kinds[kind]
  offer = { ...whole, ...texts, status: pending, ...some }
  renderInPortal(<Dialog recordId={id} onClose={closed} />, {
    audience,
    permissions: permissions ?? [permission],
  })
  await screen.findByText('Boarding Fees')
  return screen.getByRole('dialog', { name: title })
}

const button = (name: string) => screen.queryByRole('button', { name })

describe.each(['proposal', 'agreement'] as const)('the dialog of a %s', (kind) => {
  const { title, pending, path } = kinds[kind]

  test(`is called ${title}, 90% wide, stays when clicked beside, and closes by its icon [proposals.dialog.titles] [proposals.dialog.size] [proposals.dialog.header]`, async () => {
    const dialog = await show(kind)
    expect(dialog.closest<HTMLElement>('.mantine-Modal-root')?.style.cssText).toContain('90%')
    const inner = dialog.closest<HTMLElement>('.mantine-Modal-inner') as HTMLElement
    for (const beside of [inner, document.querySelector('.mantine-Modal-overlay') as Element]) {
      fireEvent.mouseDown(beside)
      fireEvent.click(beside)
    }
    expect(closed).not.toHaveBeenCalled()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(closed).toHaveBeenCalledTimes(1)
  })

  test.each(['Created', pending, 'Accepted', 'Rejected'])(
    'offers an answer only while it is pending: %s [proposals.dialog.buttons]',
    async (status) => {
      await show(kind, { status })
      const isPending = status === pending
      expect([button('Reject') !== null, button('Accept') !== null]).toEqual([isPending, isPending])
    },
  )

  test('shows what a colleague has answered meanwhile, with the refusal', async () => {
    await show(kind)
    fireEvent.click(button('Accept') as HTMLElement)
    const asks = await screen.findByRole('dialog', { name: 'Accept this version?' })
    fireEvent.click(within(asks).getByRole('checkbox'))
    const text = 'It does not wait for an answer'
    answerFetch(({ method }) =>
      method === 'PUT'
        ? Response.json({ code: 'offer.not_pending', errors: [{ message: text }] }, { status: 409 })
        : { ...offer, status: 'Accepted', signedBy: 'Grace Harbour' },
    )
    fireEvent.click(within(asks).getByRole('button', { name: 'Accept version 3' }))
    await screen.findByText('Grace Harbour')
    // at the end of a long document it is out of sight of the button that was pressed
    const refusal = screen.getByText(text)
    expect(refusal.closest('.mantine-Modal-body')).toBeNull()
    expect(screen.queryByRole('dialog', { name: 'Accept this version?' })).toBeNull()
  })

  test('is sent once it is said to whom it goes, and that no one reads it where there is none', async () => {
    const makers = ['CRM.Organization.View', 'CRM.Organization.Edit']
    const draft = { status: 'Created', recipients: ['Ada West', 'Bo East'] }
    const dialog = await show(kind, draft, makers, 'tenant')
    expect(dialog.textContent).toContain(
      'It goes to Ada West, Bo East, in the portal and by e-mail.',
    )
    const isSent = () =>
      asked.some(({ method, path: at }) => method === 'POST' && at === `${path}/${id}/send`)
    fireEvent.click(await screen.findByRole('button', { name: 'Send' }))
    await waitFor(() => expect(isSent()).toBe(true))
    asked.length = 0
    cleanup()
    await show(kind, { ...draft, recipients: [] }, makers, 'tenant')
    fireEvent.click(await screen.findByRole('button', { name: 'Send' }))
    const warns = await screen.findByRole('dialog', { name: 'Send it although no one reads it?' })
    expect(warns.textContent).toContain('No active user of Harbour Books may read it')
    expect(isSent()).toBe(false)
    fireEvent.click(within(warns).getByRole('button', { name: 'Send all the same' }))
    await waitFor(() => expect(isSent()).toBe(true))
  })

  test('says what it is, by whom and for whom, and shows its text as text [proposals.dialog.content]', async () => {
    const answered = { answeredAt: '2026-11-21T09:00:00.000Z', answeredBy: 'Bo' }
    const reason = { rejectReason: 'Too dear', answeredFor: 'merchant' as const }
    const dialog = await show(kind, { status: 'Rejected', ...answered, ...reason })
    const facts = [...(dialog.querySelector('dl')?.children ?? [])].map((one) => [
      one.querySelector('dt')?.textContent,
      one.querySelector('dd')?.textContent,
    ])
    expect(Object.fromEntries(facts)).toMatchObject({
      Created: '20/11/2026 12:00',
      Version: '3',
      Status: 'Rejected',
      Merchant: 'Harbour Books',
      'Offered by': 'Northwind Pay',
    })
    expect(dialog.querySelector('[data-status]')?.getAttribute('data-token')).toBe('negative')
    expect(within(dialog).getByText('Too dear')).toBeTruthy()
    expect(within(dialog).getByText('Harbour').tagName).toBe('STRONG')
    expect(dialog.textContent).not.toContain('x()')
  })

  test('accepts exactly what is shown', async () => {
    await show(kind)
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
    const dialog = await screen.findByRole('dialog', { name: 'Accept this version?' })
    for (const shown of ['Cards for a shop', 'Harbour Books', '250.00 GBP', 'Cards, Transfer']) {
      expect(dialog.textContent).toContain(shown)
    }
    const accept = within(dialog).getByRole('button', { name: 'Accept version 3' })
    fireEvent.click(accept)
    await within(dialog).findByText('Tick this to accept')
    expect(asked.filter(({ method }) => method === 'PUT')).toEqual([])
    fireEvent.click(within(dialog).getByRole('checkbox'))
    fireEvent.click(accept)
    await waitFor(() => expect(button('Accept')).toBeNull())
    const [put] = asked.filter(({ method }) => method === 'PUT')
    expect([put?.path, put?.body]).toEqual([
      `${path}/${id}/respond`,
      { response: 'Accepted', signedBy: 'Ada Tester', consent: true, contentHash: 'hash' },
    ])
  })

  test('is accepted by no click of an operator, but with evidence and a confirmation', async () => {
    await show(kind, {}, ['CRM.Organization.Edit'], 'tenant')
    expect(button('Accept')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Record acceptance' }))
    const name = 'Record that the merchant accepted'
    const dialog = await screen.findByRole('dialog', { name })
    const record = within(dialog).getByRole('button', {
      name: 'Record acceptance by Harbour Books',
    })
    const type = (label: RegExp, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
    type(/^Who accepted/, 'Ada Harbour')
    type(/^How the merchant/, 'email')
    fireEvent.click(within(dialog).getByRole('checkbox'))
    fireEvent.click(record)
    await within(dialog).findByText('Attach the evidence')
    expect(asked.filter(({ method }) => method === 'PUT')).toEqual([])
    const file = new File(['x'], 'mail.pdf', { type: 'application/pdf' })
    const input = dialog.querySelector('input[type=file]') as HTMLInputElement
    fireEvent.change(input, { target: { files: [file] } })
    await within(dialog).findByText('mail.pdf')
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
    await waitFor(() => {
      fireEvent.click(record)
      expect(asked.some(({ method }) => method === 'PUT')).toBe(true)
    })
    const put = asked.find(({ method }) => method === 'PUT')
    expect(put?.body).toMatchObject({
      ...{ response: 'Accepted', signedBy: 'Ada Harbour', contentHash: 'hash' },
      evidence: { channel: 'email', fileId: id },
    })
  })

  test('asks in a second small dialog why it is rejected [proposals.dialog.reject] [dialogs.reject]', async () => {
    await show(kind)
    fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reject' })
    const reason = within(dialog).getByRole('textbox', { name: 'Reject Reason' })
    expect(reason.tagName).toBe('TEXTAREA')
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeTruthy()
    fireEvent.change(reason, { target: { value: 'Too dear' } })
    const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' })
    await waitFor(() => expect(save.disabled).toBe(false))
    fireEvent.click(save)
    await screen.findByText('Too dear')
    const [put] = asked.filter(({ method }) => method === 'PUT')
    expect(put?.body).toEqual({
      response: 'Rejected',
      rejectReason: 'Too dear',
      contentHash: 'hash',
    })
  })
})

test('a rejection is not saved without its reason [dialogs.reject.required]', async () => {
  await show('proposal')
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reject' })
  const reason = within(dialog).getByRole('textbox', { name: 'Reject Reason' })
  const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(true)
  fireEvent.change(reason, { target: { value: '  ' } })
  fireEvent.blur(reason)
  await within(dialog).findByText('Reject reason is required')
  expect(save.disabled).toBe(true)
  // Escape is of this dialog, not of the one below
  fireEvent.keyDown(reason, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reject' })).toBeNull())
  expect(closed).not.toHaveBeenCalled()
  expect(asked.filter(({ method }) => method === 'PUT')).toEqual([])
})

test.each([
  ['GBP', '250.00', '10.50', '0.05'],
  // no decimals of its own
  ['JPY', '25,000.00', '1,050.00', '5.00'],
  ['KWD', '25.000', '1.050', '0.005'],
])(
  'the fees in %s have two decimals at least [proposals.boarding-fees]',
  async (currency, ...fees) => {
    const dialog = await show('proposal', { currency })
    const block = within(dialog).getByRole('region', { name: 'Boarding Fees' })
    const rows = [...block.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ])
    expect(rows.map(([name]) => name)).toEqual([
      'Boarding Fee',
      'Account Configuration Fee',
      'Bank Account Setup Fee',
      'Monthly Minimum Fee',
      'Gateway Monthly Access',
    ])
    expect([rows[0]?.[1], rows[2]?.[1], rows[4]?.[1]]).toEqual(
      fees.map((fee) => `${fee} ${currency}`),
    )
  },
)

test('a product is a row, a type of fee a column, and what there is not a stroke [proposals.products-grid]', async () => {
  const dialog = await show('agreement')
  const table = within(dialog).getByRole('table')
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['Product', 'Sale', 'Refund'],
    ['Cards', '1.50%', '/'],
    ['Transfer', '/', '0.20 GBP'],
  ])
  expect(within(dialog).getByRole('heading', { name: 'Products and fees' })).toBeTruthy()
})

test('what has expired cannot be accepted, and whoever only looks is asked nothing', async () => {
  await show('proposal', { expiresAt: '2020-01-01T00:00:00.000Z' })
  expect(button('Accept')).toMatchObject({ disabled: true })
  expect(screen.getByText('It has expired and cannot be accepted any more.')).toBeTruthy()
  cleanup()
  await show('proposal', {}, ['CRM.Dashboard.View'])
  expect([button('Reject'), button('Accept')]).toEqual([null, null])
})

test('an old version leads to the newer one, and is not answered beside it', async () => {
  const newerId = '0191f3a4-0000-7000-8000-000000000002'
  const newerVersion = { id: newerId, version: 4 }
  await show('proposal', { newerVersion, expiresAt: '2020-01-01T00:00:00.000Z' })
  expect([button('Reject'), button('Accept')]).toEqual([null, null])
  expect(screen.getByText(/There is a newer version: version 4\./)).toBeTruthy()
  const newer = { ...offer, id: newerId, version: 4, newerVersion: null, expiresAt: null }
  answerFetch(({ path }) => (path.endsWith(newerId) ? { ...newer, subject: 'Cheaper' } : offer))
  fireEvent.click(button('Open version 4') as HTMLElement)
  await screen.findByText('Cheaper')
  expect(button('Accept')).not.toBeNull()
})

const makers = ['CRM.Organization.View', 'CRM.Organization.Edit']

test('what was sent is withdrawn with a reason, and says so instead of that the merchant rejected it', async () => {
  const dialog = await show('proposal', {}, makers, 'tenant')
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const asks = await screen.findByRole('dialog', { name: 'Withdraw this proposal?' })
  const save = within(asks).getByRole<HTMLButtonElement>('button', { name: 'Withdraw' })
  expect(save.disabled).toBe(true)
  fireEvent.change(within(asks).getByRole('textbox'), { target: { value: 'A wrong fee' } })
  await waitFor(() => expect(save.disabled).toBe(false))
  const answeredAt = '2026-11-21T09:00:00.000Z'
  let sent: unknown
  answerFetch(({ method, path, body: given }) => {
    if (method === 'POST' && path === `/api/proposals/${id}/withdraw`) {
      sent = given
      const answered = { answeredAt, withdrawnAt: answeredAt, answeredBy: 'Kerem Aksoy' }
      offer = { ...offer, ...answered, status: 'Rejected', answeredFor: 'tenant' }
      offer = { ...offer, rejectReason: 'A wrong fee' }
    }
    return offer
  })
  fireEvent.click(save)
  await within(dialog).findByText('21/11/2026 09:00')
  expect(sent).toEqual({ reason: 'A wrong fee' })
  expect(dialog.textContent).toContain('Withdrawn21/11/2026 09:00 · Kerem Aksoy')
  expect(dialog.textContent).not.toMatch(/Reject|for the merchant/)
  expect(button('Revise')).not.toBeNull()
})

test('what a colleague sends while it is edited takes nothing away that was typed', async () => {
  await show('proposal', { status: 'Created', recipients: ['Ada West'] }, makers, 'tenant')
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const subject = await screen.findByLabelText<HTMLInputElement>(/^Subject/)
  fireEvent.change(subject, { target: { value: 'Mine' } })
  const text = 'What was sent does not change'
  answerFetch(({ method }) =>
    method === 'PUT'
      ? Response.json({ code: 'offer.sent', errors: [{ message: text }] }, { status: 409 })
      : { ...offer, status: 'PendingApproval' },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(text)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getByDisplayValue('Mine')).toBeTruthy()
})
