import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { SideDrawer } from './side-drawer.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const windowOf = (width: number) =>
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(width)

function width(): number {
  renderInPortal(
    <SideDrawer isOpen onClose={() => {}} title="Drawer">
      content
    </SideDrawer>,
  )
  return Number(screen.getByRole('separator').getAttribute('aria-valuenow'))
}

test('the width of the drawer is kept as drawerSize and never wider than the window [shell.drawer.width]', () => {
  windowOf(1400)
  expect(width()).toBe(520)
  fireEvent.keyDown(screen.getByRole('separator'), { key: 'ArrowLeft' })
  expect(localStorage.getItem('drawerSize')).toBe('544')
  cleanup()
  expect(width()).toBe(544)
  cleanup()
  windowOf(390)
  expect(width()).toBe(390)
  fireEvent.keyDown(screen.getByRole('separator'), { key: 'ArrowLeft' })
  expect(localStorage.getItem('drawerSize')).toBe('390')
})

test('the title of a drawer or a dialog is no second banner of the page', () => {
  renderInPortal(
    <>
      <SideDrawer isOpen onClose={() => {}} title="Drawer">
        content
      </SideDrawer>
      <Dialog isOpen onClose={() => {}} title="Dialog">
        content
      </Dialog>
    </>,
  )
  expect(screen.getAllByText(/^(Drawer|Dialog)$/)).toHaveLength(2)
  expect(screen.queryAllByRole('banner', { hidden: true })).toEqual([])
})
