import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PayoutApprovals } from './payout-approvals.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const payout = (id: string, amount: number, currency: string, payeeName: string) => ({
  ...{ id, amount, currency, payeeName, payeeAccount: 'GB•• 1234', accountHint: '•• 1234' },
  ...{ reference: 'INV 7', payeeResult: 'match', isOwn: false, requestedBy: 'Ada', missing: 1 },
  ...{ createdAt: '2026-11-26T10:00:00.000Z', merchantName: 'Harbour Books', refusal: null },
})

test.each([
  [['Paper Mill'], 'Approve £10.00 to Paper Mill'],
  [['Paper Mill', 'Ink Works'], 'Approve 2 payouts: £12.50'],
  [['Paper Mill', 'Ink Works', 'Papier'], 'Approve 3 payouts: £12.50 + €7.00'],
])('the button that approves payouts to %s says how much and to whom', async (names, label) => {
  const all = [
    payout('p1', 1000, 'GBP', 'Paper Mill'),
    payout('p2', 250, 'GBP', 'Ink Works'),
    payout('p3', 700, 'EUR', 'Papier'),
  ]
  answerFetch(({ path }) =>
    path.endsWith('/waiting') ? { data: all, count: all.length } : undefined,
  )
  renderInPortal(<PayoutApprovals />)
  for (const name of names) {
    const row = (await screen.findByText(name)).closest<HTMLElement>('[role=row], tr')
    fireEvent.click(within(row ?? document.body).getByRole('checkbox'))
  }
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await screen.findByRole('button', { name: label })
})

test('of payouts decided on together, each says whether the decision was recorded', async () => {
  const all = [payout('p1', 1000, 'GBP', 'Paper Mill'), payout('p2', 250, 'GBP', 'Ink Works')]
  const late = { code: 'payout.decided', message: 'This has been decided on already.' }
  answerFetch(({ path, method }) => {
    if (path.endsWith('/waiting')) return { data: all, count: all.length }
    if (method !== 'POST') return undefined
    const recorded = { id: 'p1', code: null, message: null }
    return { data: [recorded, { id: 'p2', ...late }], count: all.length }
  })
  renderInPortal(<PayoutApprovals />)
  await screen.findByText('Paper Mill')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all rows' }))
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Approve 2 payouts: £12.50' }))
  const results = await screen.findByRole('dialog', { name: 'Results' })
  const [recorded, refused] = within(results).getAllByRole('listitem')
  expect(recorded?.textContent).toMatch(/Paper Mill.*Decision recorded/)
  expect(refused?.textContent).toMatch(/Ink Works.*decided on already/)
})
