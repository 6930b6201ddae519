import { createClient } from '@counterfoil/kit/web/calls/call.ts'
import { createQueryClient } from '@counterfoil/kit/web/calls/query-client.ts'
import { ClientProvider } from '@counterfoil/kit/web/calls/use-call.ts'
import { Snackbars } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { noPreferences } from '@counterfoil/kit/web/session/preferences.ts'
import {
  type SignedInUser,
  type UserContext,
  UserProvider,
} from '@counterfoil/kit/web/session/user.tsx'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'

const patienceMs = 20_000
// before a test puts its own in the place of it
const realTimeout = globalThis.setTimeout

const somebody: SignedInUser = {
  id: '0191f3a4-0000-7000-8000-0000000000aa',
  email: 'ada@people.example',
  firstName: 'Ada',
  lastName: 'Tester',
  audience: 'tenant',
  isAdministrator: false,
  permissions: new Set(),
  tenantId: '0191f3a4-0000-7000-8000-0000000000bb',
  tenantName: 'Northwind Pay',
  tenantSupportEmail: null,
  logo: null,
  favIcon: null,
  merchantId: null,
  merchantName: null,
  isLimitedToPayments: false,
  isLimitedToMerchants: false,
  processingStatus: null,
  timeZone: 'Europe/London',
  locale: 'en-GB',
  theme: {},
  preferences: noPreferences,
}

// growing text areas ask when fonts have arrived, which the DOM of component tests does not know of
if (globalThis.document !== undefined && document.fonts === undefined) {
  Object.assign(document, { fonts: new EventTarget() })
}

/** What stands around every page of a signed-in user: queries, client, user, router and snackbars, with the real ones. */
export function renderInPortal(
  children: ReactNode,
  user: Partial<Omit<SignedInUser, 'permissions'>> & { permissions?: readonly string[] } = {},
  address = '/start',
  viewAs: UserContext['viewAs'] = null,
) {
  const client = createClient({
    token: () => 'token',
    renew: async () => false,
    mode: () => 'Live',
  })
  const context: UserContext = {
    user: { ...somebody, ...user, permissions: new Set(user.permissions) },
    customers: [],
    tenants: [],
    serviceProviders: [],
    paymentMethods: [],
    currencies: [],
    viewAs,
    countries: [],
    languages: [
      { id: 'en', name: 'English' },
      { id: 'tr', name: 'Türkçe' },
    ],
  }
  return render(
    <MantineProvider>
      <MemoryRouter initialEntries={[address]}>
        <QueryClientProvider client={createQueryClient()}>
          <UserProvider value={context}>
            <ClientProvider value={{ client, mode: 'Live' }}>
              {children}
              <Place />
            </ClientProvider>
          </UserProvider>
        </QueryClientProvider>
      </MemoryRouter>
      <Snackbars />
    </MantineProvider>,
  )
}

function Place() {
  const { pathname, search, hash } = useLocation()
  return <output data-place={`${pathname}${search}${hash}`} />
}

/** Where the router is; `/start` at first. */
export function place(): string | undefined {
  return document.querySelector<HTMLElement>('[data-place]')?.dataset.place
}

/** What the snackbars say, in order. */
export function snackbars(): string[] {
  const region = document.querySelector('section[aria-live="polite"]')
  return [...(region?.children ?? [])].map((each) => each.textContent ?? '')
}

/** With fake timers: lets time go by, and what is under way with it. */
export function pass(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}

/**
 * With fake timers: lets what is under way go on until `check` throws no more, and time all but stand. `vi.waitFor` lets
 * as much time go by as passes, so that on a slow machine what was looked for is gone again.
 */
export async function until(check: () => void): Promise<void> {
  for (const endsAt = vi.getRealSystemTime() + patienceMs; ; ) {
    // a timer of no time at all, made by another, is due in one
    await pass(1)
    try {
      return check()
    } catch (problem) {
      if (vi.getRealSystemTime() > endsAt) throw problem
    }
    await act(() => new Promise((looksAgain) => realTimeout(looksAgain, 10)))
  }
}
