import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { channelsView } from './merchant-mids.contract.ts'
import PaymentChannels from './payment-channels.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const mid = {
  ...{ id: 'm1', midCode: 'ALPHA', provider: 'sandbox_alpha', priority: 1, state: 'open' },
  ...{ methods: [], brands: [], currencies: [], descriptor: '', activeFrom: null },
  ...{ activeUntil: null, limitCurrency: null, largest: null, day: null, month: null },
}

test('a method that is switched off is closed, although a MID takes it, and currencies that are off are named', async () => {
  answerFetch(() => ({
    ...{ mode: 'Live', mids: [mid], methodsOff: ['alternative'], currenciesOff: ['USD'] },
  }))
  renderInPortal(<PaymentChannels />, { permissions: [channelsView], audience: 'merchant' })
  const off = within(await screen.findByRole('region', { name: 'Alternative' }))
  off.getByText('Closed')
  off.getByText(/has switched this method off/)
  const card = within(screen.getByRole('region', { name: 'Card' }))
  card.getByText('Open at one MID')
  card.getByText('All but USD')
  expect(card.queryByText('Closed')).toBeNull()
})
