import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Session } from '../session/session.ts'
import { SessionProvider } from '../session/session-context.tsx'
import type { RefusedState } from '../shell/refused.tsx'
import { Unauthorized } from './unauthorized.tsx'

afterEach(cleanup)

/** What the page offers to somebody who was sent there, or (null) who came by its address. */
function offered(state: RefusedState | null) {
  const session = { current: {}, subscribe: () => () => {} } as unknown as Session
  render(
    <MantineProvider>
      <SessionProvider value={session}>
        <MemoryRouter initialEntries={[{ pathname: '/authentication/unauthorized', state }]}>
          <Unauthorized />
        </MemoryRouter>
      </SessionProvider>
    </MantineProvider>,
  )
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}
const logout = ['Logout', '/authentication/logout']

test.each([
  ['/crm/dashboard', [['To the dashboard', '/crm/dashboard'], logout]],
  ['/crm/settings/fees', [['To Fees', '/crm/settings/fees'], logout]],
  [null, [logout]],
])(
  'whoever begins at %s is led there and back to where they wanted to go, and nowhere else',
  (landing, links) =>
    expect(offered({ landing, address: '/crm/leads?sort=name', page: null, missing: [] })).toEqual([
      ['Try the page again', '/crm/leads?sort=name'],
      ...links,
    ]),
)

test('the page names what was to be opened, the permission that it takes, in words too, and who gives it', async () => {
  const page = { en: 'Leads', tr: 'Müşteri adayları' }
  offered({ landing: null, address: '/crm/leads', page, missing: ['CRM.Lead.View'] })
  expect(screen.getByText('You wanted to open “Leads”, /crm/leads.')).toBeTruthy()
  const permission = await screen.findByText('CRM.Lead.View')
  expect(permission.closest('li')?.textContent).toBe('Leads CRM.Lead.View')
  expect(screen.getByText(/An administrator of your organisation gives it/)).toBeTruthy()
})

test('whoever came by the address is led on from the start', () =>
  expect(offered(null)).toEqual([['To the start page', '/dashboard'], logout]))

test('one click asks for it, and the page says when that was', async () => {
  let askedAt: string | null = null
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    calls.push(`${method} ${url} ${body ?? ''}`)
    if (method === 'POST') askedAt = '2026-11-23T09:30:00.000Z'
    return Response.json({ askedAt })
  })
  offered({
    ...{ landing: null, address: '/crm/leads', page: { en: 'Leads' }, missing: ['CRM.Lead.View'] },
    timeZone: 'Europe/London',
  })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Ask for access' })
  await vi.waitFor(() => expect(button.disabled).toBe(false))
  button.click()
  expect((await screen.findByText(/You asked for access on/)).textContent).toContain(
    '23/11/2026 09:30',
  )
  expect(calls[1]).toBe(
    'POST /api/access-requests {"permissions":["CRM.Lead.View"],"page":"Leads"}',
  )
  vi.unstubAllGlobals()
})
