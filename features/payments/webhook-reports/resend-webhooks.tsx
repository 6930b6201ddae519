import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { webhookEndpoints } from '@counterfoil/features/messaging/webhooks/webhook-endpoints.resource.ts'
import { ReplayProgress } from '@counterfoil/features/messaging/webhooks/webhooks.screens.ts'
import { failureClasses } from '@counterfoil/kit/contract/status-classes.ts'
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

interface ResendFormProps {
  readonly calls: WebhookCalls
  readonly modeQuery: { readonly mode?: 'Live' | 'Test' }
}

function ResendForm({ calls, modeQuery }: ResendFormProps) {
  const t = useTexts(resendTexts)
  const answers = useTexts(answerTexts)
  const translate = useTranslate()
  const isPlatform = useUser().audience === 'platform'
  const { tenants } = useUserContext()
  const form = useSchemaForm(resendSelection, {
    ...{ from: new Date(Date.now() - dayMs).toISOString(), endpointIds: [], types: [] },
    ...{ failures: [], onlyMissed: true },
  })
  const chosen = form.watch()
  const { from, to, tenantId, endpointIds = [], types = [], failures = [] } = chosen
  const hasTenant = !isPlatform || Boolean(tenantId)
  const ofTenant = tenantId ? { tenantId } : {}
  const options = useCall(
    calls.options,
    { query: { ...modeQuery, ...ofTenant } },
    { enabled: hasTenant, quiet: true },
  )
  const preview = useCall(
    calls.preview,
    {
      query: {
        ...{ ...modeQuery, ...ofTenant, from, ...(to ? { to } : {}) },
        ...{ endpointIds, types, failures },
        onlyMissed: chosen.onlyMissed === false ? 'false' : 'true',
      } as never,
    },
    { enabled: hasTenant && Boolean(from), keepPrevious: true, quiet: true },
  )
  const start = useAction(calls.startResend, {
    quiet: true,
    onDone: () => showSnackbar({ message: t.started, tone: 'success' }),
  })
  const count = preview.data?.count ?? 0
  const events = webhookEndpoints.fields.eventTypes?.choices ?? []
  return (
    <Form
      form={form}
      problem={start.problem}
      onSubmit={(body) => start.run({ query: modeQuery, body })}
    >
      {isPlatform && (
        <SelectField
          name="tenantId"
          label={t.tenant}
          choices={tenants.map(({ id, name }) => ({ value: id, label: name }))}
          isRequired
        />
      )}
      <DateTimeField name="from" label={t.from} isRequired />
      <DateTimeField name="to" label={t.to} description={t.toHint} />
      <SeveralField
        name="endpointIds"
        label={t.endpoints}
        placeholder={t.everyEndpoint}
        choices={(options.data?.endpoints ?? []).map(({ id, url, merchantName }) => ({
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
      <div aria-live="polite">
        {!hasTenant && t.chooseTenant}
        {hasTenant && (preview.error === null ? t.count({ count }) : preview.error.message)}
      </div>
      <Older isOld={hasTenant && preview.isPlaceholderData}>
        {hasTenant && (
          <ul className={classes.counts}>
            {preview.data?.endpoints
              .filter(({ count: of, state }) => of > 0 || state !== 'sent')
              .map(({ id, url, merchantName: merchant, state, count: of }) => (
                <li key={id}>
                  {state === 'sent'
                    ? t.byEndpoint({ merchant, count: of })
                    : t[state]({ merchant })}{' '}
                  <code>{url}</code>
                </li>
              ))}
          </ul>
        )}
        {hasTenant && count > 0 && (
          <details>
            <summary>{t.which}</summary>
            <ul className={classes.counts}>
              {preview.data?.events.map((event) => (
                <li key={`${event.id}${event.url}`}>
                  <DateTime value={event.createdAt} seconds /> · <code>{event.type}</code> ·{' '}
                  <code>{event.paymentId ?? event.id}</code>
                </li>
              ))}
            </ul>
          </details>
        )}
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
