import { pass, renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session, SignedIn } from './session.ts'
import { SessionProvider } from './session-context.tsx'
import { SessionKeeper } from './session-keeper.tsx'

const lifeMs = 600_000
const note = 'Your sign-in is being renewed.'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 200 }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show() {
  const listeners = new Set<() => void>()
  const signedIn = (accessToken: string): SignedIn => ({
    subject: 'ada',
    accessToken,
    expiresAt: (Date.now() + lifeMs) / 1000,
    defaultPath: '/',
  })
  const session = {
    current: signedIn('first'),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    renew: async () => {
      session.current = signedIn(`after ${session.current.accessToken}`)
      for (const listener of listeners) listener()
      return 'renewed' as const
    },
  }
  renderInPortal(
    <SessionProvider value={session as unknown as Session}>
      <SessionKeeper />
    </SessionProvider>,
  )
}

test('a line says from 60 s before the expiry until the renewal that the sign-in is renewed [session.expiring.notice]', async () => {
  show()
  await pass(lifeMs - 61_000)
  expect(screen.queryByText(note)).toBeNull()
  await pass(1000)
  expect(screen.getByText(note)).toBeTruthy()
  await pass(31_000)
  expect(screen.queryByText(note)).toBeNull()
})
