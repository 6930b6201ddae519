import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { CornerDialog } from './corner-dialog.tsx'

afterEach(() => cleanup())

function Stage({ keeps = false }: { keeps?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Help
      </button>
      {isOpen && (
        <CornerDialog
          title="Contact"
          onClose={() => setOpen(false)}
          keepsOpenOnEscape={keeps}
          action={{ label: 'Send' }}
        >
          <input aria-label="Subject" />
        </CornerDialog>
      )}
    </>
  )
}

function openIt() {
  screen.getByRole('button', { name: 'Help' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Help' }))
}

test('takes the focus, leaves the page in use, and gives the focus back', () => {
  renderInPortal(<Stage />)
  openIt()
  expect(document.activeElement?.textContent).toBe('Contact')
  expect(screen.queryByRole('banner')).toBeNull()
  // neither a backdrop nor a trap: what stands beside is still there for everybody
  expect(screen.getByRole('button', { name: 'Help' }).closest('[inert], [aria-hidden=true]')).toBe(
    null,
  )
  fireEvent.keyDown(screen.getByLabelText('Subject'), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Help')
})

test('stays open on Escape when something would be lost', () => {
  renderInPortal(<Stage keeps />)
  openIt()
  fireEvent.keyDown(screen.getByLabelText('Subject'), { key: 'Escape' })
  expect(screen.getByRole('dialog', { name: 'Contact' })).toBeDefined()
})
