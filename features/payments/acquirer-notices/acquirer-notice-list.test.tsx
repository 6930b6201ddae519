import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { UserProvider, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { cleanup, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import AcquirerNoticeList from './acquirer-notice-list.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function WithProviders({ children }: { children: ReactNode }) {
  const serviceProviders = [{ id: 'sandbox_alpha', name: 'Sandbox Alpha' }]
  return <UserProvider value={{ ...useUserContext(), serviceProviders }}>{children}</UserProvider>
}

test('the acquirer of a notice is called by its name', async () => {
  const noticeOf = (id: string, provider: string) => ({
    ...{ id, provider, state: 'applied', receivedAt: '2026-11-29T10:00:00.000Z', repeats: 0 },
    ...{ cause: null, merchantName: 'Harbour', tenantName: 'Northwind', paymentId: null },
    ...{ externalId: id },
  })
  const data = [noticeOf('n1', 'sandbox_alpha'), noticeOf('n2', 'not_in_use')]
  answerFetch(() => ({ data, count: data.length }))
  renderInPortal(
    <WithProviders>
      <AcquirerNoticeList />
    </WithProviders>,
    { audience: 'tenant' },
  )
  const row = (await screen.findByText('n1')).closest('tr') as HTMLElement
  expect(within(row).getByText('Sandbox Alpha')).toBeTruthy()
  expect(screen.getByText('not_in_use')).toBeTruthy()
})
