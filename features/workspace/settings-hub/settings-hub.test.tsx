import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { ScreenContext } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { screen as declare, type Screen } from '@counterfoil/kit/web/page/screen.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import SettingsHub from './settings-hub.tsx'

afterEach(cleanup)

const setting = (title: string, order: number, permission: string[] = []): Screen =>
  declare({
    id: title,
    path: `/crm/settings/${order}`,
    title: { en: title },
    audience: ['tenant'],
    permission,
    menu: { group: 'settings', order, icon: () => null },
    component: async () => ({ default: () => null }),
  })
const screens = [
  setting('Custom jobs', 10),
  setting('Risk levels', 430),
  setting('Secret things', 440, ['Hidden']),
]

test('the hub has the settings that one may open, in groups, and finds them by name', () => {
  renderInPortal(
    <ScreenContext.Provider value={{ open: undefined, params: {}, screens, groups: [] }}>
      <SettingsHub />
    </ScreenContext.Provider>,
  )
  const links = () => screen.queryAllByRole('link').map((link) => link.textContent)
  expect(links()).toEqual(['Custom jobs', 'Risk levels'])
  expect(screen.getByRole('region', { name: 'Jobs' })).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'RISK' } })
  expect(links()).toEqual(['Risk levels'])
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nonsense' } })
  expect(screen.getByText('No setting with this name')).toBeDefined()
})
