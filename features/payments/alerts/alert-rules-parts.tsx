import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTimeField } from '@counterfoil/kit/web/form/date-fields.tsx'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { DateTime, formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import resourceClasses from '@counterfoil/kit/web/resource/resource.module.css'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { State } from './alert-figures.tsx'
import { endSilence, listAlerts, silenceBody, silenceRule } from './alerts.contract.ts'
import { alertTexts, silenceTexts } from './alerts.messages.ts'

function Silence({ row }: { row: ResourceRow }) {
  const t = useTexts(silenceTexts)
  const timeZone = useTimeZone()
  const end = useAction(endSilence)
  const until = row.silencedUntil
  const isSilent = typeof until === 'string' && Date.parse(until) > Date.now()
  return (
    <RecordPart title={t.title} about={t.about}>
      {isSilent ? (
        <>
          <p>
            {t.isSilent({
              until: formatDateTime(new Date(until), timeZone),
              name: String(row.silencedBy),
              reason: String(row.silenceReason),
            })}
          </p>
          <div>
            <Button
              size="xs"
              variant="default"
              loading={end.isRunning}
              onClick={() => end.run({ params: { id: row.id } })}
            >
              {t.end}
            </Button>
          </div>
        </>
      ) : (
        <SilenceForm id={row.id} />
      )}
    </RecordPart>
  )
}

const defaultMs = hourMs

function SilenceForm({ id }: { id: string }) {
  const t = useTexts(silenceTexts)
  const silence = useAction(silenceRule, { quiet: true })
  const form = useSchemaForm(silenceBody, {
    until: new Date(Date.now() + defaultMs).toISOString(),
    reason: '',
  })
  return (
    <Form
      form={form}
      problem={silence.problem}
      onSubmit={(body) => silence.run({ params: { id }, body })}
    >
      <DateTimeField name="until" label={t.until} isRequired />
      <TextField name="reason" label={t.reason} isRequired />
      <div>
        <Button type="submit" size="xs" variant="default" loading={silence.isRunning}>
          {t.silence}
        </Button>
      </div>
    </Form>
  )
}

const newest = 10

function History({ row }: { row: ResourceRow }) {
  const t = useTexts(silenceTexts)
  const words = useTexts(alertTexts)
  const alerts = useCall(
    listAlerts,
    { query: { ruleId: row.id, pageSize: newest } },
    { quiet: true },
  )
  const rows = alerts.data?.data
  return (
    <RecordPart title={t.history}>
      {rows?.length === 0 && <p className={resourceClasses.about}>{t.none}</p>}
      {rows !== undefined && rows.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{words.firedAt}</th>
              <th scope="col">{words.message}</th>
              <th scope="col">{words.state}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((alert) => (
              <tr key={alert.id}>
                <td>
                  <DateTime value={alert.firedAt} />
                </td>
                <td>
                  <Anchor component={Link} to={`/crm/reports/alerts?alert=${alert.id}`}>
                    {alert.message}
                  </Anchor>
                </td>
                <td>
                  <State of={alert} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </RecordPart>
  )
}

export const parts: ResourceParts = {
  after: (row) => (
    <>
      <Silence key={String(row.silencedUntil)} row={row} />
      <History row={row} />
    </>
  ),
}
