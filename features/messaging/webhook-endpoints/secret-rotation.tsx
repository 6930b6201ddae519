import type { ResourceRow } from '@counterfoil/kit/contract/resource.ts'
import { CopyText } from '@counterfoil/kit/web/copy-text.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { useAction } from '@counterfoil/kit/web/use-call.ts'
import { useMay } from '@counterfoil/kit/web/user.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { useId, useState } from 'react'
import { rotateSecret } from './webhook-endpoints.contract.ts'
import { endpointTexts } from './webhook-endpoints.messages.ts'
import classes from './webhook-endpoints.module.css'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'

/** Makes another signing secret, which is seen this once. */
export function SecretRotation({ row }: { row: ResourceRow }) {
  const t = useTexts(endpointTexts)
  const heading = useId()
  const mayEdit = useMay(...webhookEndpoints.permissions.edit)
  const [overlapHours, setOverlapHours] = useState(24)
  const [secret, setSecret] = useState<string>()
  const rotate = useAction(rotateSecret, { onDone: (made) => setSecret(made.secret) })
  if (!mayEdit) return null
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h3 id={heading}>{t.secret}</h3>
      <p className={classes.about}>{t.secretAbout}</p>
      <div className={classes.line}>
        <NativeSelect
          size="xs"
          label={t.overlap}
          value={String(overlapHours)}
          data={[
            { value: '0', label: t.atOnce },
            { value: '24', label: t.hours(24) },
            { value: '72', label: t.hours(72) },
            { value: '168', label: t.week },
          ]}
          onChange={(event) => setOverlapHours(Number(event.currentTarget.value))}
        />
        <Button
          size="xs"
          variant="default"
          loading={rotate.isRunning}
          onClick={() => void rotate.run({ params: { id: row.id }, body: { overlapHours } })}
        >
          {t.rotate}
        </Button>
      </div>
      {secret !== undefined && (
        <div role="status">
          <CopyText name={t.shown} text={secret} />
        </div>
      )}
    </section>
  )
}
