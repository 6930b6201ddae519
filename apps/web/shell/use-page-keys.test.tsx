import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { ShortcutSheet } from '@counterfoil/kit/web/overlays/shortcut-sheet.tsx'
import { useShortcuts } from '@counterfoil/kit/web/overlays/shortcuts.ts'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { contentId } from './page-scroll.ts'
import { endTyped } from './palette/typed-ahead.ts'
import { usePageKeys } from './use-page-keys.ts'

afterEach(cleanup)

let palettes = 0

function Portal({ hasSearch }: { hasSearch: boolean }) {
  const [isOpen, setOpen] = useState(false)
  usePageKeys({
    palette: () => {
      palettes += 1
    },
    sheet: () => setOpen(true),
  })
  useShortcuts('Ticket', [{ key: 'r', label: 'Reply', run: () => {} }])
  return (
    <div id={contentId}>
      {hasSearch && <input type="search" defaultValue="HB-1" />}
      <textarea aria-label="Comment" />
      <ShortcutSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}

/** Whether the key is left to the page. */
function press(key: string, target: Element = document.body): boolean {
  let isLeft = true
  act(() => {
    isLeft = fireEvent.keyDown(target, { key })
  })
  return isLeft
}

test('a slash goes to the search of the page, and opens the palette where it has none', () => {
  palettes = 0
  renderInPortal(<Portal hasSearch />)
  press('/')
  expect([document.activeElement, palettes]).toEqual([screen.getByRole('searchbox'), 0])
  cleanup()
  renderInPortal(<Portal hasSearch={false} />)
  press('/')
  expect(palettes).toBe(1)
  // what follows at once is for the palette, which is still to come
  expect(press('H')).toBe(false)
  endTyped()
  expect(press('H')).toBe(true)
})

test('a question mark lists the keys of the page and those of every page, and is text where one types', async () => {
  renderInPortal(<Portal hasSearch />)
  press('?', screen.getByLabelText('Comment'))
  expect(screen.queryByRole('dialog')).toBeNull()
  press('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const keys = within(sheet)
    .getAllByRole('term', { hidden: true })
    .map(({ textContent }) => textContent)
  expect(keys).toEqual(expect.arrayContaining(['r', '/', '?', 'Esc']))
  expect(within(sheet).getByText('Reply')).toBeDefined()
})
