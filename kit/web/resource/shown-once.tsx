import { CopyText } from '@counterfoil/kit/web/copy-text.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Button } from '@mantine/core'
import { resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'

/** A secret or a key, the one time that it is seen whole. */
export function ShownOnce(props: { label: string; text: string; onDone(): void }) {
  const t = useTexts(resourceTexts)
  return (
    <div className={classes.once} role="status">
      <div className={classes.onceNote}>
        <strong>{t.onceTitle}</strong>
        <p>{t.onceText}</p>
      </div>
      <span className={classes.onceLabel}>{props.label}</span>
      <CopyText name={props.label} text={props.text} />
      <Button onClick={props.onDone}>{t.onceDone}</Button>
    </div>
  )
}
