import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../overlays/dialog.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { PartLine, RecordPart } from './record-part.tsx'
import { resourceTexts } from './resource.messages.ts'
import { ShownOnce } from './shown-once.tsx'

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
  /** It is not needed any more. */
  onKept(): void
}) {
  const t = useTexts(resourceTexts)
  const [overlapHours, setOverlapHours] = useState(24)
  const [isAsking, setAsking] = useState(false)
  return (
    <RecordPart title={props.title} about={props.about}>
      <PartLine>
        <NativeSelect
          size="xs"
          label={t.overlap}
          value={String(overlapHours)}
          data={[
            { value: '0', label: t.overlapNone },
            { value: '24', label: t.hours({ count: 24 }) },
            { value: '72', label: t.hours({ count: 72 }) },
            { value: '168', label: t.week },
          ]}
          onChange={(event) => setOverlapHours(Number(event.currentTarget.value))}
        />
        <Button
          size="xs"
          variant="default"
          loading={props.isRunning}
          onClick={() => (overlapHours === 0 ? setAsking(true) : props.onRotate(overlapHours))}
        >
          {props.action}
        </Button>
      </PartLine>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          props.onRotate(0)
        }}
        title={props.title}
        text={t.overlapNoneText}
        confirmLabel={props.action}
        isDangerous
      />
      {props.secret !== undefined && (
        <ShownOnce label={props.label} text={props.secret} onDone={props.onKept} />
      )}
    </RecordPart>
  )
}
