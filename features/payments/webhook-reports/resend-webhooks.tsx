import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { webhookEndpoints } from '@counterfoil/features/messaging/webhooks/webhook-endpoints.resource.ts'
import { ReplayProgress } from '@counterfoil/features/messaging/webhooks/webhooks.screens.ts'
import { failureClasses } from '@counterfoil/kit/contract/status-classes.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTimeField } from '@counterfoil/kit/web/form/date-fields.tsx'
import { CheckField, useField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, Older } from '@counterfoil/kit/web/page/states.tsx'
import { useReport } from '@counterfoil/kit/web/reports/report-form.tsx'
import { useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, MultiSelect, SegmentedControl } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { z } from 'zod'
import { merchantWebhookPages, operatorWebhookPages } from './webhook-pages.schema.ts'
import {
  merchantWebhooks,
  operatorWebhooks,
  type WebhookCalls,
} from './webhook-reports.contract.ts'
import { answerTexts, resendTexts } from './webhook-reports.messages.ts'
import classes from './webhook-reports.module.css'
import { resendSelection } from './webhook-reports.schema.ts'

const refetchEveryMs = 2_000

/** Events of a time are sent again: to chosen endpoints, or those alone that failed in some way. */
export default function ResendWebhooks() {
  const t = useTexts(resendTexts)
  const { audience } = useUser()
  const isMerchant = audience === 'merchant'
  const calls = isMerchant ? merchantWebhooks : operatorWebhooks
  const page = (isMerchant ? merchantWebhookPages : operatorWebhookPages).resend
  const { title } = useReport(page.id, useTranslate()(page.title))
  // merchants have the switch of the toolbar
  const [mode, setMode] = useState<'Live' | 'Test'>('Live')
  const query = audience === 'merchant' ? {} : { mode }
  const last = useCall(calls.resends, { query }, { refetchEveryMs, quiet: true })
  return (
    <Page title={title} description={t.about}>
      <div className={classes.resend}>
        {audience !== 'merchant' && (
          <div>
            <SegmentedControl
              aria-label={t.mode}
              size="xs"
              value={mode}
              onChange={(one) => setMode(one as typeof mode)}
              data={[
                { value: 'Live', label: t.live },
                { value: 'Test', label: t.test },
              ]}
            />
          </div>
        )}
        <ResendForm key={mode} calls={calls} modeQuery={query} />
        <Section title={t.last}>
          {last.data?.replays.length === 0 && <EmptyState title={t.never} />}
          <ul className={classes.counts}>
            <Suspense fallback={null}>
              {last.data?.replays.map((one) => (
                <ReplayProgress key={one.id} replay={one} url={one.url} />
              ))}
            </Suspense>
          </ul>
        </Section>
      </div>
    </Page>
  )
}

type OptionsAnswer = AnswerOf<WebhookCalls['options']>
type PreviewAnswer = AnswerOf<WebhookCalls['preview']>

interface ResendFormProps {
  readonly calls: WebhookCalls
  readonly modeQuery: { readonly mode?: 'Live' | 'Test' }
}

function ResendForm({ calls, modeQuery }: ResendFormProps) {
  const t = useTexts(resendTexts)
  const isPlatform = useUser().audience === 'platform'
  const form = useSchemaForm(resendSelection, {
    from: new Date(Date.now() - dayMs).toISOString(),
    endpointIds: [],
    types: [],
    failures: [],
    onlyMissed: true,
  })
  const chosen = form.watch()
  const hasTenant = !isPlatform || Boolean(chosen.tenantId)
  const query = { ...modeQuery, ...(chosen.tenantId ? { tenantId: chosen.tenantId } : {}) }
  const options = useCall(calls.options, { query }, { enabled: hasTenant, quiet: true })
  const preview = useCall(
    calls.preview,
    { query: { ...query, ...previewQuery(chosen) } as never },
    { enabled: hasTenant && Boolean(chosen.from), keepPrevious: true, quiet: true },
  )
  const start = useAction(calls.startResend, {
    quiet: true,
    onDone: () => showSnackbar({ message: t.started, tone: 'success' }),
  })
  const count = preview.data?.count ?? 0
  return (
    <Form
      form={form}
      problem={start.problem}
      onSubmit={(body) => start.run({ query: modeQuery, body })}
    >
      {isPlatform && <TenantField />}
      <SelectionFields endpoints={options.data?.endpoints ?? []} />
      <div aria-live="polite">
        {!hasTenant && t.chooseTenant}
        {hasTenant && (preview.error === null ? t.count({ count }) : preview.error.message)}
      </div>
      <Older isOld={hasTenant && preview.isPlaceholderData}>
        {hasTenant && <PreviewedEndpoints endpoints={preview.data?.endpoints ?? []} />}
        {hasTenant && count > 0 && <PreviewedEvents events={preview.data?.events ?? []} />}
      </Older>
      <div>
        <Button
          type="submit"
          size="compact-sm"
          disabled={preview.isPlaceholderData || !hasTenant || count === 0 || start.isRunning}
        >
          {t.send({ count })}
        </Button>
      </div>
    </Form>
  )
}

/** What is chosen, as the address of the preview has it. */
function previewQuery(chosen: z.input<typeof resendSelection>) {
  const { from, to, endpointIds = [], types = [], failures = [], onlyMissed } = chosen
  return {
    from,
    ...(to ? { to } : {}),
    endpointIds,
    types,
    failures,
    onlyMissed: onlyMissed === false ? 'false' : 'true',
  }
}

function TenantField() {
  const t = useTexts(resendTexts)
  const { tenants } = useUserContext()
  return (
    <SelectField
      name="tenantId"
      label={t.tenant}
      choices={tenants.map(({ id, name }) => ({ value: id, label: name }))}
      isRequired
    />
  )
}

/** Of which time, to which endpoints, which events, and how they failed. */
function SelectionFields({ endpoints }: { readonly endpoints: OptionsAnswer['endpoints'] }) {
  const t = useTexts(resendTexts)
  const answers = useTexts(answerTexts)
  const translate = useTranslate()
  const events = webhookEndpoints.fields.eventTypes?.choices ?? []
  return (
    <>
      <DateTimeField name="from" label={t.from} isRequired />
      <DateTimeField name="to" label={t.to} description={t.toHint} />
      <SeveralField
        name="endpointIds"
        label={t.endpoints}
        placeholder={t.everyEndpoint}
        choices={endpoints.map(({ id, url, merchantName }) => ({
          value: id,
          label: `${url} (${merchantName})`,
        }))}
      />
      <SeveralField
        name="types"
        label={t.types}
        placeholder={t.everyType}
        choices={events
          .filter(({ value }) => value !== '*')
          .map(({ value, label }) => ({ value, label: translate(label) }))}
      />
      <SeveralField
        name="failures"
        label={t.failures}
        placeholder={t.anyFailure}
        choices={failureClasses.map((value) => ({ value, label: answers[value] }))}
      />
      <CheckField name="onlyMissed" label={t.onlyMissed} />
    </>
  )
}

/** How many events go to each endpoint, and which endpoints are sent nothing. */
function PreviewedEndpoints({ endpoints }: Pick<PreviewAnswer, 'endpoints'>) {
  const t = useTexts(resendTexts)
  return (
    <ul className={classes.counts}>
      {endpoints
        .filter(({ count, state }) => count > 0 || state !== 'sent')
        .map(({ id, url, merchantName: merchant, state, count }) => (
          <li key={id}>
            {state === 'sent' ? t.byEndpoint({ merchant, count }) : t[state]({ merchant })}{' '}
            <code>{url}</code>
          </li>
        ))}
    </ul>
  )
}

function PreviewedEvents({ events }: Pick<PreviewAnswer, 'events'>) {
  const t = useTexts(resendTexts)
  return (
    <details>
      <summary>{t.which}</summary>
      <ul className={classes.counts}>
        {events.map((event) => (
          <li key={`${event.id}${event.url}`}>
            <DateTime value={event.createdAt} seconds /> · <code>{event.type}</code> ·{' '}
            <code>{event.paymentId ?? event.id}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

function SeveralField(props: {
  name: string
  label: string
  placeholder: string
  choices: readonly { readonly value: string; readonly label: string }[]
}) {
  const { field, shared } = useField({ name: props.name, label: props.label })
  const value: string[] = Array.isArray(field.value) ? field.value : []
  return (
    <MultiSelect
      {...shared}
      ref={field.ref}
      searchable
      placeholder={value.length === 0 ? props.placeholder : ''}
      data={[...props.choices]}
      value={value}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}
