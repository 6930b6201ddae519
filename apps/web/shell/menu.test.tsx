import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { ScreenContext } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { screens } from '../screens.ts'
import { Menu } from './menu.tsx'

afterEach(cleanup)

test('the entry of the open page is brought into view, wherever in a long menu it stands', () => {
  const seen: (string | null)[] = []
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    seen.push(this.textContent)
  })
  const open = screens.find(({ path }) => path === '/crm/settings/risk-levels')
  renderInPortal(
    <ScreenContext.Provider value={{ open, params: {}, screens, groups: [] }}>
      <Menu isCollapsed={false} />
    </ScreenContext.Provider>,
    { permissions: open?.permission ?? [] },
    '/crm/settings/risk-levels',
  )
  expect(seen).toEqual(['Risk levels'])
})
