import type { BalancePart } from '@counterfoil/features/payments/payouts/balances.contract.ts'
import { readMerchantBalances } from '@counterfoil/features/payments/payouts/balances.public.ts'
import { sentenceText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { readToday } from '@counterfoil/features/reporting/figures/figures.public.ts'
import { nearBreachMs } from '@counterfoil/features/support/service-levels/clock.rules.ts'
import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import type { ToDo } from '@counterfoil/features/workspace/quick-panel/to-do.contract.ts'
import { readToDo } from '@counterfoil/features/workspace/quick-panel/to-do.public.ts'
import { toDoPath } from '@counterfoil/features/workspace/quick-panel/to-do-paths.rules.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { inEachLanguage, type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { dayRange } from '@counterfoil/kit/server/request/day-range.ts'
import { stateNames, dataTexts as texts, toDoNames } from './data-texts.rules.ts'
import { recordColumnsOf } from './endpoint-columns.rules.ts'
import type { RecordSource } from './endpoints.rules.ts'
import { readWidgetReport, type WholeData } from './payment-data.ts'
import {
  countDueDisputes,
  countDueTickets,
  countEndpoints,
  listAcquirerStates,
  listDueDisputes,
  listDueTickets,
  listEndpointHealth,
  maxRows,
  sumOpportunities,
} from './record-data.queries.ts'
import {
  messagesLink,
  paymentsLink,
  paymentsPath,
  ticketsPath,
  webhooksPath,
} from './row-links.rules.ts'
import type { Cell, WidgetData, WidgetRow } from './widget.schema.ts'

type Alerts = WidgetData['alertViewModels']

interface Records {
  readonly rows: readonly WidgetRow[]
  readonly summary: Text
  readonly alerts?: Alerts
  readonly link?: string | undefined
  /** Of all records, where the rows are groups of them or only the first ones. */
  readonly count?: number
}

/** Records that are no payments, as of now. */
export async function answerRecords(
  of: RecordSource,
  context: Context<UserCaller>,
): Promise<WholeData> {
  const { rows, summary, alerts = [], link, count } = await sources[of](context)
  const isCut = rows.length === maxRows && count !== undefined && count > maxRows
  const cut = { text: textWith(texts.firstRows, { count: maxRows }), link: link ?? null }
  return {
    asOf: context.now.toISOString(),
    from: null,
    to: null,
    columns: recordColumnsOf(of),
    data: [...rows],
    totalCount: rows.length,
    totalPayments: count ?? null,
    totalSuccessRate: null,
    totalLink: link ?? null,
    totalVolume: [],
    summary,
    alertViewModels: isCut ? [...alerts, { severity: 'info', ...cut }] : alerts,
  }
}

const sources: Readonly<Record<RecordSource, (context: Context<UserCaller>) => Promise<Records>>> =
  {
    'to-do': toDo,
    'disputes-due': disputes,
    'payouts-on-the-way': payouts,
    'webhook-status': webhooks,
    'acquirer-health': acquirers,
    'tickets-due': tickets,
    pipeline,
    none: async () => ({ rows: [], summary: texts.nothing }),
  }

interface RowParts {
  readonly cells: Readonly<Record<string, Cell>>
  readonly links?: Readonly<Record<string, string | undefined>>
  readonly keys?: Readonly<Record<string, string | null>>
  readonly currency?: string | null
  readonly count?: number
}

const rowOf = ({ cells, links = {}, keys = {}, currency, count }: RowParts): WidgetRow => ({
  cells,
  links: Object.fromEntries(
    Object.entries(links).filter((one): one is [string, string] => one[1] !== undefined),
  ),
  keys,
  baseCurrency: currency ?? null,
  count: count ?? null,
  volume: null,
  successRate: null,
  isPartial: false,
})

/** The first records and how many there are, which is asked for only where those are not all. */
async function withCount<Row>(
  listing: Promise<Row[]>,
  count: () => Promise<number>,
): Promise<[found: Row[], count: number]> {
  const found = await listing
  return [found, found.length < maxRows ? found.length : await count()]
}

const timeOf = (time: Date | null) => time?.toISOString() ?? null

async function toDo(context: Context<UserCaller>): Promise<Records> {
  const { caller } = context
  const found = await readToDo(context)
  const reader = {
    audience: caller.userType,
    permissions: caller.permissions,
    payments: paymentsPath(caller) ?? '/',
  }
  const rows = found.map((item) =>
    rowOf({
      cells: { what: toDoName(item, caller), count: item.count, due: item.dueAt },
      links: { count: toDoPath(item, reader) },
      count: item.count,
    }),
  )
  const count = found.reduce((total, one) => total + one.count, 0)
  return { rows, count, summary: textWith(texts.waits, { count }) }
}

/** Tickets of merchants wait for their own answer; those of operators are due. */
function toDoName({ kind, recordName }: ToDo, { userType }: Pick<UserCaller, 'userType'>): Text {
  if (kind === 'tickets' && userType === 'merchant') return toDoNames.askedTickets
  const what = toDoNames[kind]
  return recordName === null ? what : textWith(texts.ofMerchant, { what, merchant: recordName })
}

async function disputes({ db, caller, mode, now }: Context<UserCaller>): Promise<Records> {
  const [found, count] = await withCount(listDueDisputes(db, mode), () =>
    countDueDisputes(db, mode),
  )
  const path = paymentsPath(caller)
  const rows = found.map((one) =>
    rowOf({
      cells: {
        payment: one.externalId ?? one.paymentId,
        merchant: one.merchantName,
        reason: inEachLanguage((language) => sentenceText(one.reason, language) ?? one.reason),
        amount: Number(one.amountMinor),
        due: timeOf(one.respondBy),
      },
      links: { payment: path && `${path}/${one.paymentId}` },
      keys: { payment: one.paymentId, merchant: one.merchantId },
      currency: one.currency,
    }),
  )
  const [first] = found
  const leftMs = (first?.respondBy?.getTime() ?? Number.POSITIVE_INFINITY) - now.getTime()
  const isLate = leftMs <= 0
  return {
    rows,
    count,
    summary: textWith(texts.disputesDue, { count }),
    link: path && `${path}?disputeState=opened`,
    alerts:
      leftMs > 3 * dayMs
        ? []
        : [
            {
              severity: isLate ? 'critical' : 'warning',
              text: isLate ? texts.disputeLate : texts.disputeSoon,
              link: rows[0]?.links.payment ?? null,
            },
          ],
  }
}

async function payouts(context: Context<UserCaller>): Promise<Records> {
  const { data } = await readMerchantBalances(context, context.caller.merchantId ?? '')
  const page = '/merchant/payments/balances'
  const rowsOf = (part: BalancePart, { currency }: (typeof data)[number]) =>
    `${page}?${new URLSearchParams({ part, currency })}`
  const rows = data.map((one) =>
    rowOf({
      cells: {
        currency: one.currency,
        payoutsPending: one.payoutsPending,
        payable: one.payable,
        next: one.next?.amount ?? null,
        nextOn: one.next?.on ?? null,
      },
      links: {
        payable: page,
        payoutsPending: one.payoutsPending === 0 ? undefined : rowsOf('payoutsPending', one),
        next: one.next === null ? undefined : rowsOf('next', one),
      },
      currency: one.currency,
    }),
  )
  return { rows, summary: textWith(texts.balances, { count: rows.length }), link: page }
}

type MessageStates = Parameters<typeof messagesLink>[1]['states']

const yesterdayOf = (now: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days: 1 })
    .toString()

async function webhooks({ db, caller, mode, now }: Context<UserCaller>): Promise<Records> {
  const { timeZone } = caller
  // whole days, as the report has them that lists the messages
  const dateFrom = yesterdayOf(now, timeZone)
  const { from } = dayRange({ dateFrom }, { timeZone, now, defaultDays: 1 })
  const [found, count] = await withCount(listEndpointHealth(db, mode, from), () =>
    countEndpoints(db, mode),
  )
  const page = webhooksPath(caller)
  const messagesOf = (endpointId: string, states: MessageStates) =>
    messagesLink(caller, { endpointId, dateFrom, states })
  const isDown = ({ pausedAt, failingSince }: (typeof found)[number]) =>
    pausedAt !== null || failingSince !== null
  const rows = found.map((one) =>
    rowOf({
      cells: {
        endpoint: one.url,
        merchant: one.merchantName,
        state: !one.isActive ? 'Inactive' : isDown(one) ? 'NotDelivering' : 'Delivering',
        delivered: one.delivered,
        waiting: one.waiting,
        failed: one.failed,
      },
      links: {
        endpoint: page,
        delivered: messagesOf(one.id, ['delivered']),
        waiting: messagesOf(one.id, ['waiting', 'failing']),
        failed: messagesOf(one.id, ['given_up']),
      },
      keys: { endpoint: one.id, merchant: one.merchantId },
    }),
  )
  const down = found.filter((one) => one.isActive && isDown(one))
  return {
    rows,
    count,
    summary: textWith(texts.endpointsOk, { count }),
    link: page,
    alerts: down.slice(0, 3).map(({ url }) => ({
      severity: 'critical',
      text: textWith(texts.endpointDown, { url }),
      link: page,
    })),
  }
}

async function acquirers(context: Context<UserCaller>): Promise<Records> {
  const { db, caller, mode } = context
  const today = await readToday(context)
  const filters = { dateFrom: today, dateTo: today }
  const [states, report] = await Promise.all([
    listAcquirerStates(db, mode),
    readWidgetReport({ by: ['provider'], filters }, context),
  ])
  const rows = states.map(({ provider, name, failures, failedAt, openedAt }) => {
    const own = report.rows.filter(({ keys }) => keys.provider === provider)
    const sum = (of: 'count' | 'approved' | 'declined') =>
      own.reduce((total, row) => total + row[of], 0)
    const decided = sum('approved') + sum('declined')
    const days = { from: today, to: today, timeZone: null }
    const link = paymentsLink(caller, { filter: {}, ...days, keys: { provider } })
    return rowOf({
      cells: {
        provider: name,
        state:
          openedAt !== null
            ? stateNames.notTried
            : failures > 0
              ? textWith(stateNames.failing, { count: failures })
              : stateNames.works,
        failures,
        failedAt: timeOf(failedAt),
        count: sum('count'),
        approvalRate: decided === 0 ? null : sum('approved') / decided,
        since: timeOf(openedAt),
      },
      links: { count: link, approvalRate: link },
      keys: { provider },
      count: sum('count'),
    })
  })
  return {
    rows,
    summary: textWith(texts.acquirers, { count: rows.length }),
    alerts: states
      .filter(({ openedAt }) => openedAt !== null)
      .map(({ name }) => ({
        severity: 'critical',
        text: textWith(texts.acquirerDown, { name }),
        link: null,
      })),
  }
}

async function tickets({ db, caller, now }: Context<UserCaller>): Promise<Records> {
  const channel = caller.userType === 'platform' ? 'TenantToPlatform' : 'CustomerToTenant'
  const before = new Date(now.getTime() + nearBreachMs)
  const [found, count] = await withCount(listDueTickets(db, { channel, before }), () =>
    countDueTickets(db, { channel, before }),
  )
  const page = ticketsPath(caller)
  const pathOf = ({ id, merchantId, tenantId }: (typeof found)[number]) => {
    const owner = caller.userType === 'platform' ? tenantId : merchantId
    return owner === null ? undefined : `${page}/${owner}/${id}`
  }
  const rows = found.map((one) =>
    rowOf({
      cells: {
        ticket: one.code,
        subject: one.subject,
        priority: inEachLanguage((language) => ticketLabel('priority', one.priority, language)),
        due: timeOf(one.dueAt),
      },
      links: { ticket: pathOf(one) },
      keys: { ticket: one.id },
    }),
  )
  const late = found.filter(({ dueAt }) => dueAt !== null && dueAt <= now)
  return {
    rows,
    count,
    summary: textWith(texts.ticketsDue, { count }),
    link: `${page}?state=Opened&waitingOn=agent&isNearBreach=true&sort=due`,
    alerts: late.slice(0, 3).map((one) => ({
      severity: 'critical',
      text: textWith(texts.ticketLate, { code: one.code }),
      link: pathOf(one) ?? null,
    })),
  }
}

async function pipeline({ db }: Context<UserCaller>): Promise<Records> {
  const found = await sumOpportunities(db)
  const pathOf = (filter: Record<string, string>) =>
    `/crm/opportunities?${new URLSearchParams({ ...filter, isActive: 'true' })}`
  function linkOf({ id: stageId, currency }: (typeof found)[number]): string | undefined {
    if (currency !== null) return pathOf({ stageId, currency })
    // those without an amount are not asked for beside those with one
    return found.filter(({ id }) => id === stageId).length > 1 ? undefined : pathOf({ stageId })
  }
  const rows = found.map((one) =>
    rowOf({
      cells: {
        stage: { en: one.name, tr: one.nameTr },
        currency: one.currency,
        count: one.count,
        amount: one.currency === null || one.amountMinor === null ? null : Number(one.amountMinor),
      },
      links: { count: linkOf(one) },
      keys: { stage: one.id },
      currency: one.currency,
      count: one.count,
    }),
  )
  const count = found.reduce((total, one) => total + one.count, 0)
  const link = pathOf({ standing: 'open' })
  return { rows, count, summary: textWith(texts.pipeline, { count }), link }
}
