import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMode } from '../state/mode-provider.tsx'
import { shellTexts } from './shell.messages.ts'
import classes from './toolbar.module.css'

/** Test or Live, for merchants that process. A slide toggle with the word of each side. */
export function ModeSwitch() {
  const t = useTexts(shellTexts)
  const { mode, toggle, toggleMode } = useMode()
  if (toggle === 'hidden') return null
  return (
    <button
      type="button"
      role="switch"
      className={classes.mode}
      data-mode={mode}
      aria-checked={mode === 'Live'}
      aria-label={`${t.mode}: ${mode === 'Test' ? t.test : t.live}`}
      disabled={toggle === 'disabled'}
      title={toggle === 'disabled' ? t.sandboxOnly : undefined}
      onClick={toggleMode}
    >
      <span data-side="Test">{t.test}</span>
      <span data-side="Live">{t.live}</span>
    </button>
  )
}
