import { CopyText } from '@counterfoil/kit/web/copy-text.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { useId, useState } from 'react'
import { resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'

/** Replaces a secret by another, seen this once; for a chosen while the previous one holds too. */
export function SecretRotation(props: {
  title: string
  about: string
  action: string
  /** What the new one is called. */
  label: string
  isRunning: boolean
  /** The new one, once it is made. */
  secret: string | undefined
  onRotate(overlapHours: number): void
}) {
  const t = useTexts(resourceTexts)
  const heading = useId()
  const [overlapHours, setOverlapHours] = useState(24)
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h3 id={heading}>{props.title}</h3>
      <p className={classes.about}>{props.about}</p>
      <div className={classes.partLine}>
        <NativeSelect
          size="xs"
          label={t.overlap}
          value={String(overlapHours)}
          data={[
            { value: '0', label: t.overlapNone },
            { value: '24', label: t.hours(24) },
            { value: '72', label: t.hours(72) },
            { value: '168', label: t.week },
          ]}
          onChange={(event) => setOverlapHours(Number(event.currentTarget.value))}
        />
        <Button
          size="xs"
          variant="default"
          loading={props.isRunning}
          onClick={() => props.onRotate(overlapHours)}
        >
          {props.action}
        </Button>
      </div>
      {props.secret !== undefined && (
        <div role="status">
          <CopyText name={props.label} text={props.secret} />
        </div>
      )}
    </section>
  )
}
