import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import type { ExportedQuery } from '@counterfoil/kit/contract/exports.ts'
import { type ModeName, maxOfSeveral, noneKey } from '@counterfoil/kit/contract/fields.ts'
import { modeNames } from '@counterfoil/kit/contract/mode-names.ts'
import { statusName } from '@counterfoil/kit/contract/status-names.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { timeZoneChoices } from '@counterfoil/kit/contract/time-zones.ts'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall, useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { CheckField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { NumberField } from '@counterfoil/kit/web/form/number-fields.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { DateTime, formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { useProviderNames } from '@counterfoil/kit/web/formats/names-of-codes.ts'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { modesOf } from '@counterfoil/kit/web/session/modes.rules.ts'
import { useTimeZone, useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import {
  type AutomatedReport,
  changeConfiguration,
  createConfiguration,
  deliveries,
  listReportRuns,
  listReportSources,
  listReportTargets,
  nameFilters,
  type ReportRun,
  reportConfiguration,
  reportDays,
  reportFrequencies,
  timePattern,
} from './automated-reports.contract.ts'
import {
  automatedTexts,
  dayTexts,
  deliveryTexts,
  filterTexts,
  frequencyTexts,
  groupTexts,
  noneText,
  runStateTexts,
  valueTexts,
} from './automated-reports.messages.ts'
import { type NearestDays, nearestDays, usualTimes } from './nearest-days.rules.ts'

export interface Opened {
  /** Absent: a new one. */
  readonly report?: AutomatedReport
  /** What is exported where somebody chose Schedule. */
  readonly brought?: { readonly source?: string; readonly query: ExportedQuery } | undefined
}

const usual = {
  atTime: '07:30',
  days: 'yesterday',
  delivery: 'portal',
} as const

/** One automated report: its times and where it goes, and its runs. */
export function ReportDrawer({ opened, onClose }: { opened: Opened; onClose(): void }) {
  const t = useTexts(automatedTexts)
  const { report } = opened
  return (
    <SideDrawer isOpen onClose={onClose} title={report === undefined ? t.add : t.change}>
      <ReportForm opened={opened} onDone={onClose} />
      {report !== undefined && <Runs report={report} />}
    </SideDrawer>
  )
}

/** Days come from the report's own choice, not from the screen that it was on. */
function withoutDays({ dateFrom: _, dateTo: __, ...query }: ExportedQuery): ExportedQuery {
  return query
}

function useConfiguration() {
  const t = useTexts(automatedTexts)
  return useMemo(
    () => reportConfiguration.extend({ atTime: z.string().regex(timePattern, t.wrongTime) }),
    [t],
  )
}

function ReportForm({ opened, onDone }: { opened: Opened; onDone(): void }) {
  const t = useTexts(automatedTexts)
  const { report, brought } = opened
  const query = report?.query ?? withoutDays(brought?.query ?? {})
  const nearest = useNearestDays(opened)
  const form = useSchemaForm(useConfiguration(), useBeginning(opened, query, nearest))
  const saving = useSaving(report, onDone)
  const { source, frequency, timeZone, delivery } = form.watch()
  return (
    <Form form={form} problem={saving.problem} onSubmit={saving.run}>
      <TextField name="name" label={t.name} isRequired />
      <ContentFields source={source} query={query} mode={report?.mode} />
      <TimeFields frequency={frequency} timeZone={timeZone} instead={nearest?.instead} />
      <DeliveryFields delivery={delivery} />
      <CheckField name="skipEmpty" label={t.skipEmpty} />
      <div>
        <Button type="submit" loading={saving.isRunning}>
          {t.save}
        </Button>
      </div>
    </Form>
  )
}

/** What the form begins with: the report as it is, or what was brought along, or what is usual. */
function useBeginning(
  { report, brought }: Opened,
  query: ExportedQuery,
  nearest: NearestDays | undefined,
) {
  const timeZone = useTimeZone()
  // a report is scheduled as it is on the page
  const { mode } = useClient()
  const days = report?.days ?? nearest?.days ?? usual.days
  const { frequency, day } = report ?? usualTimes(days)
  return {
    name: report?.name ?? '',
    source: report?.source ?? brought?.source ?? 'payments',
    format: report?.format ?? 'xlsx',
    mode: report?.mode ?? mode,
    query,
    ...{ days, frequency, day },
    atTime: report?.atTime ?? usual.atTime,
    timeZone: report?.timeZone ?? timeZone,
    delivery: report?.delivery ?? usual.delivery,
    targetId: report?.targetId ?? null,
    skipEmpty: report?.skipEmpty ?? false,
  } as const
}

/** The choice of days that is nearest to those of the page that the report was on. */
function useNearestDays({ report, brought }: Opened): NearestDays | undefined {
  const timeZone = useTimeZone()
  if (report !== undefined || brought === undefined) return undefined
  const { dateFrom, dateTo } = brought.query
  const given = {
    ...(typeof dateFrom === 'string' ? { dateFrom } : {}),
    ...(typeof dateTo === 'string' ? { dateTo } : {}),
  }
  return nearestDays(given, localDay(new Date(), timeZone))
}

function useSaving(report: AutomatedReport | undefined, onDone: () => void) {
  const user = useUser()
  const create = useAction(createConfiguration, { quiet: true, onDone })
  const change = useAction(changeConfiguration, { quiet: true, onDone })
  const customer = user.merchantId ?? user.tenantId
  return {
    isRunning: create.isRunning || change.isRunning,
    problem: create.problem ?? change.problem,
    run(given: z.output<typeof reportConfiguration>) {
      const body = {
        ...given,
        day: given.frequency === 'daily' ? null : given.day,
        targetId: given.delivery === 'target' ? given.targetId : null,
      }
      return report === undefined
        ? create.run({ params: { id: customer }, body })
        : change.run({ params: { id: report.id }, body: { ...body, version: report.version } })
    },
  }
}

/** Which report it is, by which filters, and as what file. */
function ContentFields(props: {
  source: string | undefined
  query: ExportedQuery
  /** That the report has already. */
  mode: ModeName | undefined
}) {
  const { source, query } = props
  const t = useTexts(automatedTexts)
  const translate = useTranslate()
  const sources = useCall(listReportSources, {}, { staleMs: 60_000 })
  const chosen = sources.data?.find(({ id }) => id === source)
  const isPrintable = chosen?.isPrintable === true
  const own = props.mode === undefined ? [] : [props.mode]
  const modeChoices = useChoices([...new Set([...modesOf(useUser()), ...own])], modeNames)
  const filters = useFilterWords(query)
  return (
    <>
      <SelectField
        name="source"
        label={t.report}
        isRequired
        choices={(sources.data ?? []).map(({ id, name }) => ({
          value: id,
          label: translate(name),
        }))}
      />
      {chosen?.hasModes !== false && (
        <SelectField name="mode" label={t.mode} isRequired choices={modeChoices} />
      )}
      {filters.length > 0 && <p>{t.filtersHint({ filters: filters.join(' · ') })}</p>}
      <SelectField
        name="format"
        label={t.format}
        isRequired
        choices={[
          { value: 'csv', label: 'CSV' },
          { value: 'xlsx', label: 'XLSX' },
          ...(isPrintable ? [{ value: 'pdf', label: 'PDF' }] : []),
        ]}
      />
    </>
  )
}

/** Of a query what says how its rows are shown, and not which there are. */
const notFilters: ReadonlySet<string> = new Set([
  'report',
  'language',
  'sort',
  'order',
  'columns',
  'timezoneOffset',
])

/** The values that a filter is set to. */
const valuesOf = (given: ExportedQuery[string] | undefined): string[] =>
  given === undefined ? [] : [given].flat().flatMap((value) => String(value).split(','))

/** Filters by records that only the server can name. */
const namedByServer = ['merchantId', 'websiteId', 'midId'] as const

/** What a record or a country is called that a report is filtered by; undefined where it has no name here. */
function useNames(query: ExportedQuery) {
  const { tenants } = useUserContext()
  const providerName = useProviderNames()
  const { locale } = useLanguage()
  const asked = namedByServer
    .map((name) => [name, valuesOf(query[name]).filter((value) => value !== noneKey)] as const)
    .filter(([, ids]) => ids.length > 0)
    .map(([name, ids]) => [name, ids.slice(0, maxOfSeveral).join(',')])
  const { data: names = {} } = useCall(
    nameFilters,
    { query: Object.fromEntries(asked) },
    { quiet: true, staleMs: 60_000, enabled: asked.length > 0 },
  )
  return (filter: string, value: string): string | undefined => {
    if (filter === 'provider') return providerName(value)
    if (filter === 'tenantId') return tenants.find(({ id }) => id === value)?.name
    if (filter.endsWith('Country')) return countryName(value, locale)
    return names[value]
  }
}

/** A filter and what it is set to, as the report's own form calls them. */
function useFilterWords(query: ExportedQuery): string[] {
  const translate = useTranslate()
  const nameOf = useNames(query)
  const called = (texts: Readonly<Record<string, Text>>, name: string) => {
    const text = texts[name]
    return text === undefined ? name : translate(text)
  }
  return Object.entries(query)
    .filter(([name]) => !notFilters.has(name))
    .map(([name, given]) => {
      const words = valuesOf(given).map((value) => {
        if (name === 'groupBy') return called(groupTexts, value)
        if (value === noneKey) return translate(noneText)
        if (name === 'status') return translate(statusName(value))
        return nameOf(name, value) ?? called(valueTexts[name] ?? {}, value)
      })
      return `${called(filterTexts, name)}: ${words.join(', ')}`
    })
}

/** Of which days it is, and when it is made. */
function TimeFields(props: {
  frequency: string | undefined
  timeZone: string | undefined
  instead: NearestDays['instead'] | undefined
}) {
  const t = useTexts(automatedTexts)
  const { frequency, timeZone, instead } = props
  return (
    <>
      <SelectField
        name="days"
        label={t.days}
        {...(instead === undefined
          ? {}
          : {
              description: t.daysInstead({
                from: formatDay(instead.from),
                to: formatDay(instead.to),
              }),
            })}
        isRequired
        choices={useChoices(reportDays, dayTexts)}
      />
      <SelectField
        name="frequency"
        label={t.frequency}
        isRequired
        choices={useChoices(reportFrequencies, frequencyTexts)}
      />
      {frequency !== 'daily' && (
        <NumberField name="day" label={t.day} description={t.dayHint} isRequired />
      )}
      <TextField name="atTime" label={t.atTime} description={t.atTimeHint} isRequired />
      <SelectField
        name="timeZone"
        label={t.timeZone}
        isRequired
        choices={timeZoneChoices(timeZone)}
      />
    </>
  )
}

/** Where it goes. */
function DeliveryFields({ delivery }: { delivery: string | undefined }) {
  const t = useTexts(automatedTexts)
  const targets = useCall(listReportTargets, {}, { quiet: true })
  return (
    <>
      <SelectField
        name="delivery"
        label={t.delivery}
        isRequired
        choices={useChoices(deliveries, deliveryTexts)}
      />
      {delivery === 'target' && (
        <SelectField
          name="targetId"
          label={t.target}
          description={targets.data?.length === 0 ? t.noTargets : t.targetHint}
          isRequired
          choices={(targets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  )
}

function useChoices<Value extends string>(
  values: readonly Value[],
  texts: Readonly<Record<Value, { readonly en: string }>>,
) {
  const translate = useTranslate()
  return values.map((value) => ({ value, label: translate(texts[value]) }))
}

function Runs({ report }: { report: AutomatedReport }) {
  const t = useTexts(automatedTexts)
  const { locale } = useLanguage()
  const runs = useCall(
    listReportRuns,
    { params: { id: report.id }, query: { pageIndex: 0, pageSize: 20 } },
    { quiet: true, refetchEveryMs: 5_000 },
  )
  return (
    <RecordPart title={t.runs}>
      <table className={table.table}>
        <thead>
          <tr>
            <th>{t.due}</th>
            <th>{t.outcome}</th>
            <th>{t.rows}</th>
          </tr>
        </thead>
        <tbody>
          {runs.data?.data.map((run) => (
            <tr key={run.id}>
              <td>
                <DateTime value={run.dueAt} />
              </td>
              <td>
                <RunOutcome run={run} />
              </td>
              <td>{run.rows?.toLocaleString(locale) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </RecordPart>
  )
}

function RunOutcome({ run }: { run: ReportRun }) {
  const t = useTexts(automatedTexts)
  const states = useTexts(runStateTexts)
  const reasonOf = useTranslatedProblem()
  const attempts = run.sendAttempts > 1 ? [t.attempts({ count: run.sendAttempts })] : []
  const details = [
    ...(run.targetName === null ? [] : [run.targetName]),
    ...attempts,
    ...(run.failure === null || run.state === 'sent'
      ? []
      : [reasonOf(run.failure, run.failureParams) ?? run.failureMessage ?? run.failure]),
  ]
  return `${states[run.state]}${details.length === 0 ? '' : ` (${details.join(' · ')})`}`
}
