import { LanguageProvider } from '@counterfoil/kit/web/texts/i18n.tsx'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { LoggedOut } from '../authentication/logged-out.tsx'
import { Logout, portalLogout } from '../authentication/logout.tsx'
import { clientSettingsOf } from '../state/client-settings.ts'
import { clientConfiguration } from '../testing/client-configuration.ts'
import { type RenewalResult, Session, type SignInResult } from './session.ts'
import { SessionProvider } from './session-context.tsx'
import { SignInFirst } from './sign-in-first.tsx'

function Place() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}
const place = () => document.querySelector('output')?.textContent

function show(
  session: Partial<Session>,
  from: { pathname: string; search?: string; state?: object },
) {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      close() {}
    },
  )
  render(
    <MantineProvider env="test">
      <LanguageProvider>
        <SessionProvider value={session as Session}>
          <MemoryRouter initialEntries={[from]}>
            <Place />
            <Routes>
              <Route path="/authentication/logout" element={<Logout />} />
              <Route path="/page" element={<SignInFirst />} />
              <Route path="/authentication/logged-out" element={<LoggedOut />} />
              <Route path="*" element={null} />
            </Routes>
          </MemoryRouter>
        </SessionProvider>
      </LanguageProvider>
    </MantineProvider>,
  )
  return act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('when no way of signing out works the user goes to / [errors.sign-out]', async () => {
  const signOut = vi.fn(
    async (): Promise<SignInResult> => ({
      kind: 'Fail',
      cause: { reason: 'error', details: 'Failed to fetch' },
    }),
  )
  await show({ signOut }, { pathname: '/authentication/logout', state: portalLogout })
  expect(signOut).toHaveBeenCalledOnce()
  expect(place()).toBe('/')
})

const newSession = () => new Session(clientConfiguration)

test('where the provider has no sign-out the user is signed out here, and the page says so', async () => {
  const session = newSession()
  vi.stubGlobal('fetch', async () => Response.json({ issuer: 'http://127.0.0.1:9' }))
  localStorage.setItem('subject', 'ada')
  await show(session, { pathname: '/authentication/logout', state: portalLogout })
  expect(place()).toBe('/authentication/logged-out')
  expect(session.current).toBeNull()
  expect(localStorage.getItem('subject')).toBeNull()
  expect(document.body.textContent).toContain('You successfully logged out!')
  expect(document.body.textContent).toContain('still knows you')
})

test('a sign-out that cannot be started clears the session [errors.sign-out]', async () => {
  const session = newSession()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  localStorage.setItem('subject', 'ada')
  expect((await session.signOut()).kind).toBe('Fail')
  expect(session.current).toBeNull()
  expect(localStorage.getItem('subject')).toBeNull()
})

test('whoever is not signed in goes to sign in and comes back [permissions.guard.auth]', async () => {
  await show({ refusal: null }, { pathname: '/page', search: '?a=1' })
  expect(place()).toBe(`/authentication/login?${new URLSearchParams({ returnUrl: '/page?a=1' })}`)
})

test('whom the API refuses is told why instead of being signed in again and again', async () => {
  await show({ refusal: 'This account is not active any more' }, { pathname: '/page' })
  expect(place()).toMatch(/^\/authentication\/login-failed\?message=/)
  expect(decodeURIComponent(place() ?? '')).toContain('not+active+any+more')
})

test.each([
  ['renewed', true, []],
  ['refused', false, [null]],
  ['failed', false, []],
] as const)('a renewal that is %s for a call', async (result, isRenewed, cleared) => {
  const refusals: (string | null)[] = []
  const settings = clientSettingsOf({
    current: { subject: 'ada' },
    renew: async (): Promise<RenewalResult> => result,
    clear: async (refusal: string | null) => refusals.push(refusal),
  } as unknown as Session)
  expect(await settings.renew()).toBe(isRenewed)
  expect(refusals).toEqual(cleared)
})
