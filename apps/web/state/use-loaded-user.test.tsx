import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { createQueryClient } from '@counterfoil/kit/web/calls/query-client.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Session, SignedIn } from '../session/session.ts'
import { SessionProvider } from '../session/session-context.tsx'
import { AppStoreProvider, useAppState } from './app-state-context.tsx'
import { AppStore } from './app-store.ts'
import { useLoadedUser } from './use-loaded-user.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Somebody signed in, whose tokens are renewed by hand. */
function signedIn() {
  const listeners = new Set<() => void>()
  const tokenOf = (accessToken: string): SignedIn => ({
    subject: 'user',
    accessToken,
    expiresAt: Date.now() / 1000 + 300,
    defaultPath: '/crm/dashboard',
  })
  const session = {
    current: tokenOf('first'),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hold(accessToken: string) {
      session.current = tokenOf(accessToken)
      for (const listener of listeners) listener()
    },
  }
  return session
}

const contextWith = (permissions: readonly string[]) => ({
  user: { userType: 1, permissions, tenants: {}, tenant: { name: 'Northwind Pay' } },
})

function Permissions() {
  useLoadedUser()
  const { user } = useAppState()
  return <output>{user === null ? 'nobody' : [...user.permissions].join()}</output>
}
const shown = () => document.querySelector('output')?.textContent

test('a role that was changed is known with the next token, and not asked for without one', async () => {
  const session = signedIn()
  let permissions = ['CRM.Support.Lookup', 'CRM.Transaction.View']
  const asked = answerFetch(() => contextWith(permissions))
  render(
    <SessionProvider value={session as unknown as Session}>
      <QueryClientProvider client={createQueryClient()}>
        <AppStoreProvider value={new AppStore()}>
          <Permissions />
        </AppStoreProvider>
      </QueryClientProvider>
    </SessionProvider>,
  )
  await waitFor(() => expect(shown()).toBe('CRM.Support.Lookup,CRM.Transaction.View'))

  permissions = ['CRM.Support.Lookup']
  act(() => session.hold('first'))
  expect(asked).toHaveLength(1)
  act(() => session.hold('second'))
  await waitFor(() => expect(shown()).toBe('CRM.Support.Lookup'))
  expect(asked.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
    ['/api/users', 'Bearer first'],
    ['/api/users', 'Bearer second'],
  ])
})
