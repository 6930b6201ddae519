import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { AppStoreProvider } from '../state/app-state-context.tsx'
import { AppStore } from '../state/app-store.ts'
import { ModeProvider } from '../state/mode-provider.tsx'
import { Palette } from './palette/palette.tsx'
import { SideNavigation } from './side-navigation.tsx'

afterEach(cleanup)

function Opening({ part: Part }: { part: typeof Palette }) {
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <AppStoreProvider value={new AppStore()}>
      <ModeProvider>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {/* as in the shell: rendered with its first opening */}
        {isOpen !== undefined && <Part isOpen={isOpen} onClose={() => setOpen(false)} />}
      </ModeProvider>
    </AppStoreProvider>
  )
}

test.each([
  ['the search', Palette],
  ['the side navigation', SideNavigation],
])('%s gives the focus back when it is closed, the first time too', async (_, part) => {
  renderInPortal(<Opening part={part} />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
