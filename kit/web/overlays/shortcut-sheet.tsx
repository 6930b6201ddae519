import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { useTexts } from '../texts/i18n.tsx'
import { Dialog } from './dialog.tsx'
import classes from './shortcut-sheet.module.css'
import { useAllShortcuts } from './shortcuts.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({ title: 'Keyboard shortcuts' })

/** Lists the keys that work on the page that is open. */
export function ShortcutSheet(props: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(texts)
  const groups = useAllShortcuts()
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t.title} size="sm">
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className={classes.group}>
          <h3>{title}</h3>
          <dl>
            {shortcuts.map(({ key, label }) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
