import '@counterfoil/kit/web/theme/input-styles.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import {
  type Opening,
  openings,
  type RoutingOpening,
  readOpening,
  updateOpening,
} from './smart-routing.contract.ts'
import { openingTexts } from './smart-routing.messages.ts'
import classes from './smart-routing.module.css'

/** What an operator lets a merchant set of its routing. */
export function OpeningForm({ merchantId }: { merchantId: string }) {
  const t = useTexts(openingTexts)
  const found = useCall(readOpening, { params: { id: merchantId } })
  return (
    <Section title={t.title}>
      <p className={classes.about}>{t.about}</p>
      {found.data !== undefined && (
        <Choices key={found.data.version} merchantId={merchantId} opening={found.data} />
      )}
    </Section>
  )
}

function Choices({ merchantId, opening }: { merchantId: string; opening: RoutingOpening }) {
  const t = useTexts(openingTexts)
  const mayChange = useMayCall(updateOpening)
  const [may, setMay] = useState<readonly Opening[]>(opening.may)
  const [confirmedBy, setConfirmedBy] = useState(opening.confirmedBy)
  const save = useAction(updateOpening, {
    quiet: true,
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  return (
    <div className={classes.fields}>
      {openings.map((one) => (
        <Checkbox
          key={one}
          label={t[one]}
          checked={may.includes(one)}
          disabled={!mayChange}
          onChange={(event) =>
            setMay(
              event.currentTarget.checked ? [...may, one] : may.filter((other) => other !== one),
            )
          }
        />
      ))}
      <NativeSelect
        label={t.confirmedBy}
        value={confirmedBy}
        disabled={!mayChange}
        data={[
          { value: 'merchant', label: t.merchant },
          { value: 'operator', label: t.operator },
        ]}
        onChange={(event) =>
          setConfirmedBy(event.currentTarget.value === 'operator' ? 'operator' : 'merchant')
        }
      />
      <ProblemNote problem={save.problem} />
      {mayChange && (
        <Button
          size="xs"
          loading={save.isRunning}
          onClick={() =>
            void save.run({
              params: { id: merchantId },
              body: { may: [...may], confirmedBy, version: opening.version },
            })
          }
        >
          {t.save}
        </Button>
      )}
    </div>
  )
}
