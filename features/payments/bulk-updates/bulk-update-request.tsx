import { modeName } from '@counterfoil/kit/contract/fields.ts'
import { modeNames } from '@counterfoil/kit/contract/mode-names.ts'
import { statusName } from '@counterfoil/kit/contract/status-names.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ChoiceField, TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { OneFileInput } from '@counterfoil/kit/web/form/file-input.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { DigitsField } from '@counterfoil/kit/web/form/number-fields.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { useSystemMode } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import {
  listCandidates,
  maxPayments,
  maxReason,
  maxReferenceLength,
  prepareBulkUpdate,
} from './bulk-updates.contract.ts'
import { requestTexts } from './bulk-updates.messages.ts'
import classes from './bulk-updates.module.css'
import type { ChosenPayments } from './bulk-updates.schema.ts'
import { linesOf, referencesIn } from './lines.rules.ts'

const historyPath = '/platform/transaction-management/transaction-bulk-update-history'

/** Which payments are to change, and to what; they are looked up before anything does. */
export default function BulkUpdateRequest() {
  const t = useTexts(requestTexts)
  const { mode } = useSystemMode()
  const modes = useTexts(modeNames)
  const translate = useTranslate()
  const navigate = useNavigate()
  const { tenants } = useUserContext()
  const { tenantId = '', payments = [] } = (useLocation().state ?? {}) as Partial<ChosenPayments>
  const form = useSchemaForm(useSchema(), {
    ...{ tenantId, mode, actionType: 'Captured', reason: '', payments: payments.join('\n') },
    ...{ provider: undefined, hours: '24' },
  })
  const prepare = useAction(prepareBulkUpdate, {
    quiet: true,
    onDone: ({ id }) => void navigate(`${historyPath}?update=${id}`),
  })
  const nameOf = (status: 'captured' | 'declined') => translate(statusName(status))
  return (
    <Page title={t.title} description={t.about}>
      <Section>
        <div className={classes.request}>
          <Form
            form={form}
            problem={prepare.problem}
            onSubmit={({ tenantId, mode, actionType, reason, payments }) =>
              prepare.run({
                body: { tenantId, mode, actionType, reason, payments: linesOf(payments) },
              })
            }
          >
            <SelectField
              name="tenantId"
              label={t.tenant}
              isRequired
              choices={tenants.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <ChoiceField
              name="mode"
              label={t.mode}
              isRequired
              choices={(['Live', 'Test'] as const).map((value) => ({ value, label: modes[value] }))}
            />
            <ChoiceField
              name="actionType"
              label={t.status}
              isRequired
              choices={[
                { value: 'Captured', label: nameOf('captured') },
                { value: 'Declined', label: nameOf('declined') },
              ]}
            />
            <TextAreaField name="reason" label={t.reason} isRequired maxLength={maxReason} />
            <TextAreaField
              name="payments"
              label={t.payments}
              description={t.paymentsHint({ max: maxPayments })}
              isRequired
              maxLength={maxPayments * (maxReferenceLength + 1)}
              rows={[6, 14]}
            />
            <FromFile />
            <FindPending />
            <div>
              <Button type="submit" loading={prepare.isRunning}>
                {t.prepare}
              </Button>
            </div>
          </Form>
        </div>
      </Section>
    </Page>
  )
}

function useSchema() {
  const t = useTexts(requestTexts)
  return useMemo(
    () =>
      z.object({
        tenantId: z.string().min(1),
        mode: modeName,
        actionType: z.enum(['Captured', 'Declined']),
        reason: z.string().trim().min(1, t.reasonRequired).max(maxReason),
        payments: z.string().superRefine((text, context) => {
          const lines = linesOf(text)
          const long = lines.findIndex((line) => line.length > maxReferenceLength)
          const message =
            lines.length === 0
              ? t.paymentsRequired
              : lines.length > maxPayments
                ? t.tooMany({ max: maxPayments, count: lines.length })
                : long >= 0
                  ? t.tooLong({ line: long + 1 })
                  : undefined
          if (message !== undefined) context.addIssue({ code: 'custom', message })
        }),
        provider: z.string().optional(),
        hours: z.string(),
      }),
    [t],
  )
}

/** Fills the payments from a file. */
function FromFile() {
  const t = useTexts(requestTexts)
  const { setValue } = useFormContext()
  const [file, setFile] = useState<File>()
  async function read(chosen: File | undefined) {
    setFile(chosen)
    if (chosen === undefined) return
    const { parse } = await import('csv-parse/browser/esm/sync')
    const rows: string[][] = parse(await chosen.text(), {
      ...{ bom: true, delimiter: [',', ';', '\t'], relax_column_count: true, relax_quotes: true },
    })
    setValue('payments', referencesIn(rows).join('\n'), { shouldValidate: true, shouldDirty: true })
  }
  return (
    <OneFileInput
      label={t.file}
      description={t.fileHint}
      accept=".csv,.txt,text/csv,text/plain"
      file={file}
      onFile={(chosen) => void read(chosen)}
    />
  )
}

/** Fills the payments with those of the tenant that are pending for long. */
function FindPending() {
  const t = useTexts(requestTexts)
  const { getValues, setValue, trigger } = useFormContext()
  const { serviceProviders } = useUserContext()
  const [said, setSaid] = useState('')
  const find = useAction(listCandidates, {
    quiet: true,
    onDone: ({ payments, hasMore }) => {
      const count = payments.length
      setSaid(hasMore ? t.addedFirst({ count }) : t.added({ count }))
      if (count === 0) return
      setValue('payments', payments.join('\n'), { shouldValidate: true, shouldDirty: true })
    },
  })
  async function start() {
    if (!(await trigger('tenantId', { shouldFocus: true }))) return
    const { tenantId, mode, provider, hours } = getValues()
    const olderThanHours = Number(hours === '' ? 0 : hours)
    await find.run({
      query: { tenantId, mode, olderThanHours, ...(provider ? { provider } : {}) },
    })
  }
  return (
    <fieldset className={classes.find}>
      <legend>{t.find}</legend>
      <SelectField
        name="provider"
        label={t.provider}
        description={t.providerHint}
        choices={serviceProviders.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <DigitsField name="hours" label={t.hours} max={8760} />
      <div className={classes.row}>
        <Button variant="default" loading={find.isRunning} onClick={() => void start()}>
          {t.add}
        </Button>
        <span role="status">{said}</span>
      </div>
      <ProblemNote problem={find.problem} />
    </fieldset>
  )
}
