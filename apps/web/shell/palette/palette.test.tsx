import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { pass, place, renderInPortal, until } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppStoreProvider } from '../../state/app-state-context.tsx'
import { AppStore } from '../../state/app-store.ts'
import { ModeProvider } from '../../state/mode-provider.tsx'
import { Palette } from './palette.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ticket = {
  ...{ ticketId: 't1', code: 'NP-1043', subject: 'Terminal is dark', state: 'Open' },
  ...{ ticketChannelType: 'CustomerToTenant', customerId: 'm1', customerName: 'Harbour Books' },
  createdAt: '2026-11-02T10:00:00Z',
}
const customer = { merchantId: 'm1', legalBusinessName: 'Harbour Books', merchantStatus: 'Active' }

async function search(text: string, permissions: readonly string[]) {
  const asked = answerFetch(({ path, query }) => {
    if (path.startsWith('/api/support')) {
      return { data: query.get('ticketChannelType') ? [] : [ticket], count: 1 }
    }
    return { data: path === '/api/merchants' ? [customer] : [], count: 1 }
  })
  renderInPortal(
    <AppStoreProvider value={new AppStore()}>
      <ModeProvider>
        <Palette isOpen onClose={() => {}} />
      </ModeProvider>
    </AppStoreProvider>,
    { permissions },
  )
  await pass(0)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
  await until(() => expect(screen.queryByText(/^Searched for/)).not.toBeNull())
  return asked
}

test('tickets and customers are found, and what was searched is said', async () => {
  await search('np-1043', ['CRM.Support.Lookup', 'CRM.Organization.View'])
  expect(screen.getByText(/^Searched for/).textContent).toContain(
    'Searched for np-1043: Customers, Support tickets.',
  )
  expect(screen.getByRole('option', { name: 'Harbour Books' })).toBeDefined()
  fireEvent.click(screen.getByRole('option', { name: 'NP-1043 Terminal is dark' }))
  await until(() => expect(place()).toBe('/tenant/support-tickets/m1/t1'))
})

test('what the user may not see is not asked for', async () => {
  const asked = await search('harbour', ['CRM.Organization.View'])
  expect(asked.map(({ path }) => path)).toEqual(['/api/merchants'])
})
