import '@counterfoil/kit/web/theme/input-styles.ts'
import { priorities } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TimeField } from '@counterfoil/kit/web/form/date-fields.tsx'
import { CheckField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { NumberField } from '@counterfoil/kit/web/form/number-fields.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { Holidays } from './holidays.tsx'
import {
  type LevelFormValues,
  levelForm,
  toFormValues,
  toServiceLevels,
} from './level-form.rules.ts'
import { levelTexts } from './service-level.messages.ts'
import classes from './service-level-settings.module.css'
import {
  readServiceLevels,
  type ServiceLevels,
  updateServiceLevels,
  weekdays,
} from './service-levels.contract.ts'

/** The own organisation's business hours and targets. */
export default function ServiceLevelSettings() {
  const t = useTexts(levelTexts)
  const { data, error, refetch } = useCall(readServiceLevels, {}, { quiet: true })
  const { tenantId } = useUser()
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={<AuditLink recordType="support_service_level" recordId={tenantId} />}
    >
      {data !== undefined ? (
        <LevelForm levels={data.serviceLevels} timeZone={data.timeZone} />
      ) : error === null ? (
        <LoadingLines lines={8} />
      ) : (
        <ErrorState problem={error} onRetry={() => refetch()} />
      )}
    </Page>
  )
}

function LevelForm({ levels, timeZone }: { levels: ServiceLevels; timeZone: string }) {
  const t = useTexts(levelTexts)
  const schema = useMemo(() => levelForm(t.allClosed), [t])
  const form = useSchemaForm(schema, toFormValues(levels))
  const save = useAction(updateServiceLevels, {
    quiet: true,
    onDone: ({ serviceLevels }) => {
      form.reset(toFormValues(serviceLevels))
      showSnackbar({ message: t.saved, tone: 'success' })
    },
  })
  return (
    <Form
      form={form}
      problem={save.problem}
      onSubmit={(typed) => save.run({ body: toServiceLevels(typed) })}
    >
      <div className={classes.columns}>
        <Section title={t.hours}>
          <p className={classes.hint}>{t.zone({ zone: timeZone })}</p>
          {weekdays.map((day) => (
            <DayFields key={day} day={day} />
          ))}
        </Section>
        <div className={classes.column}>
          <Targets />
          <Holidays />
        </div>
      </div>
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isRunning} disabled={!form.formState.isDirty}>
          {t.save}
        </Button>
        <Button variant="default" disabled={!form.formState.isDirty} onClick={() => form.reset()}>
          {t.undo}
        </Button>
      </div>
    </Form>
  )
}

function DayFields({ day }: { day: (typeof weekdays)[number] }) {
  const t = useTexts(levelTexts)
  const isOpen = useFormContext<LevelFormValues>().watch(`hours.${day}.isOpen`)
  return (
    <div className={classes.day}>
      <CheckField name={`hours.${day}.isOpen`} label={t[day]} />
      <TimeField name={`hours.${day}.from`} label={t.from({ day: t[day] })} isDisabled={!isOpen} />
      <TimeField name={`hours.${day}.to`} label={t.to({ day: t[day] })} isDisabled={!isOpen} />
    </div>
  )
}

function Targets() {
  const t = useTexts(levelTexts)
  const { language } = useLanguage()
  return (
    <Section title={t.targets}>
      <p className={classes.hint}>{t.targetsHint}</p>
      {[...priorities].reverse().map((priority) => (
        <fieldset key={priority} className={classes.target}>
          <legend>{ticketLabel('priority', priority, language)}</legend>
          <NumberField name={`targets.${priority}.firstResponse`} label={t.firstResponse} />
          <NumberField name={`targets.${priority}.nextResponse`} label={t.nextResponse} />
          <NumberField name={`targets.${priority}.resolution`} label={t.resolution} />
        </fieldset>
      ))}
    </Section>
  )
}
