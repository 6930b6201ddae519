import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SideDrawer } from './side-drawer.tsx'
import { SidePanel } from './side-panel.tsx'

beforeEach(() => {
  const roomy = { matches: true, addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', () => roomy)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Record(props: { onClose(): void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SideDrawer isOpen onClose={props.onClose} title="Record">
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      </SideDrawer>
      {isOpen && (
        <SidePanel title="Changes" onClose={() => setOpen(false)}>
          What changed
        </SidePanel>
      )}
    </>
  )
}

test('a panel stands beside the page where there is room', () => {
  renderInPortal(
    <SidePanel title="Changes" onClose={() => {}}>
      What changed
    </SidePanel>,
  )
  expect(screen.getByRole('complementary', { name: 'Changes' })).toBeTruthy()
})

test('one that was asked for in a drawer comes over it, and Escape closes one of them at a time', async () => {
  const closed = vi.fn()
  renderInPortal(<Record onClose={closed} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'Changes' })
  expect(screen.queryByRole('complementary')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await vi.waitFor(() => expect(screen.queryByText('What changed')).toBeNull())
  expect(closed).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(closed).toHaveBeenCalledOnce()
})
