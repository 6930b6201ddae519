import { Button } from '@mantine/core'
import { useState } from 'react'
import { CopyText } from '../formats/copy-text.tsx'
import { ConfirmDialog, Dialog } from '../overlays/dialog.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'

/**
 * A secret or a key, the one time that it is seen whole: in front of everything else, and closed by whoever says that they
 * kept it, or that they do without.
 */
export function ShownOnce(props: { label: string; text: string; onDone(): void }) {
  const t = useTexts(resourceTexts)
  const [isAsking, setAsking] = useState(false)
  // after the key that asks for it, which the question would take for its own
  const ask = () => void setTimeout(() => setAsking(true))
  return (
    <>
      <Dialog isOpen onClose={ask} title={props.label} keepsOpenOutside>
        <div className={classes.once} role="status">
          <div className={classes.onceNote}>
            <strong>{t.onceTitle}</strong>
            <p>{t.onceText}</p>
          </div>
          <CopyText name={props.label} text={props.text} />
          <Button onClick={props.onDone}>{t.onceDone}</Button>
        </div>
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={props.onDone}
        title={t.onceCloseTitle}
        text={t.onceCloseText}
        confirmLabel={t.onceClose}
        isDangerous
      />
    </>
  )
}
