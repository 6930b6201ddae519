import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen as view } from '@testing-library/react'
import { createMemoryRouter, matchPath } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { ScreenContext, useCrumb } from './breadcrumbs.ts'
import { Breadcrumbs } from './page.tsx'
import type { RouteGroup } from './route-groups.ts'
import { type Screen, screen } from './screen.ts'

const component = async () => ({ default: () => null })
const declare = (path: string, title: string, breadcrumb?: Screen['breadcrumb']) =>
  screen({
    id: path,
    path,
    title: { en: title },
    audience: ['tenant'],
    permission: [],
    component,
    ...(breadcrumb === undefined ? {} : { breadcrumb }),
  })
const screens = [
  declare('/crm/dashboard', 'Dashboard'),
  declare('/orders', 'Orders'),
  declare('/orders/:orderId', 'Order', 'dynamic'),
  declare('/orders/:orderId/secret', 'Secret', 'hidden'),
  declare('/orders/:orderId/secret/events/:eventId', 'Event', {
    en: 'Event :eventId',
    tr: 'Olay :eventId',
  }),
  declare('/crm/reports/alerts', 'Alerts'),
]

const groups: readonly RouteGroup[] = [
  { path: '/crm', audience: ['tenant'], crumb: 'hidden' },
  { path: '/crm/reports', audience: ['tenant'], crumb: { en: 'Reports', tr: 'Raporlar' } },
]

function Named({ as }: { as: string }) {
  useCrumb(as)
  return null
}

function show(pathname: string, crumb?: string) {
  const open = screens.find(({ path }) => matchPath(path, pathname) !== null)
  const params = open === undefined ? {} : (matchPath(open.path, pathname)?.params ?? {})
  renderInPortal(
    <ScreenContext value={{ open, params, screens, groups }}>
      <Breadcrumbs />
      {crumb !== undefined && <Named as={crumb} />}
    </ScreenContext>,
  )
  return view
    .getAllByRole('listitem')
    .map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href') ?? null])
}

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
})

describe('breadcrumbs', () => {
  test('begin at Dashboard, which leads home [shell.breadcrumb.home]', () => {
    expect(show('/orders')[0]).toEqual(['Dashboard', '/crm/dashboard'])
  })

  test('end with the page itself, which leads nowhere [shell.breadcrumb.last]', () => {
    expect(show('/orders').at(-1)).toEqual(['Orders', null])
    expect(view.getByText('Orders').closest('li')?.getAttribute('aria-current')).toBe('page')
  })

  test('of a dynamic route come from session storage [shell.breadcrumb.dynamic-storage]', () => {
    expect(show('/orders/42').at(-1)).toEqual(['42', null])
    sessionStorage.setItem('breadcrumbs', JSON.stringify({ '/orders/42': 'Spring order' }))
    cleanup()
    expect(show('/orders/42').at(-1)).toEqual(['Spring order', null])
  })

  test('of a dynamic route are kept for the session by the page', () => {
    show('/orders', 'A name')
    expect(JSON.parse(sessionStorage.getItem('breadcrumbs') ?? '{}')).toEqual({
      '/start': 'A name',
    })
  })

  test('can be hidden, as that of crm is [shell.breadcrumb.hidden]', () => {
    const texts = show('/orders/42/secret/events/7').map(([text]) => text)
    expect(texts).not.toContain('Secret')
    cleanup()
    expect(show('/crm/reports/alerts').map(([text]) => text)).toEqual([
      'Dashboard',
      'Reports',
      'Alerts',
    ])
  })

  test('have the values of the route’s parameters [shell.breadcrumb.params]', () => {
    expect(show('/orders/42/secret/events/7')).toEqual([
      ['Dashboard', '/crm/dashboard'],
      ['Orders', '/orders'],
      ['42', '/orders/42'],
      ['Event 7', null],
    ])
  })
})

test('a route below has the parameters of those above [routes.param-inheritance]', () => {
  const router = createMemoryRouter(
    [{ path: '/orders/:orderId', children: [{ path: 'events/:eventId' }] }],
    { initialEntries: ['/orders/42/events/7'] },
  )
  expect(router.state.matches.at(-1)?.params).toEqual({ orderId: '42', eventId: '7' })
  // the portal's own routes carry the whole address, so that a page has what stands above it in the same way
  expect(
    matchPath('/orders/:orderId/secret/events/:eventId', '/orders/42/secret/events/7')?.params,
  ).toEqual({ orderId: '42', eventId: '7' })
})
