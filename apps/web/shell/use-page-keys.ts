import { useShortcutKeys, useShortcuts } from '@counterfoil/kit/web/overlays/shortcuts.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { contentId } from './page-scroll.ts'
import { keepTyped } from './palette/typed-ahead.ts'
import { paletteKeyName } from './palette/use-palette-key.ts'
import { shellTexts } from './shell.messages.ts'

/** The keys of every page: `/` goes to the page's search, or where it has none to the palette; `?` shows all keys. */
export function usePageKeys(open: { palette(): void; sheet(): void }): void {
  const t = useTexts(shellTexts)
  useShortcutKeys()
  useShortcuts(t.everywhere, [
    {
      key: '/',
      label: t.searchPage,
      run: () => {
        const field = document.querySelector<HTMLInputElement>(`#${contentId} input[type=search]`)
        if (field === null) {
          keepTyped()
          open.palette()
        } else {
          field.select()
          field.focus()
        }
      },
    },
    // a key's name has no space
    { key: paletteKeyName().replace(' ', '+'), label: t.search },
    { key: 'Esc', label: t.leaveField },
    { key: '?', label: t.showKeys, run: open.sheet },
  ])
}
