import { merchantField } from '@counterfoil/features/access/merchant-picker/merchant-search.public.ts'
import { type Mode, modeOf } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { declareExport } from '@counterfoil/kit/server/exports/export-source.ts'
import { openListExport } from '@counterfoil/kit/server/exports/list-export.ts'
import {
  daysField,
  modeFields,
  searchField,
  selectField,
  severalField,
  tenantFields,
} from '@counterfoil/kit/server/reports/fields.ts'
import {
  declareReport,
  type FormField,
  hiddenInExport,
  type ReportColumn,
  type ReportRules,
  readReportRules,
  withoutHidden,
} from '@counterfoil/kit/server/reports/report.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { dayRange } from '@counterfoil/kit/server/request/day-range.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { merchantLogReport, operatorLogReport } from './api-log-reports.schema.ts'
import { type LogFilter, logFilter, merchantLogs, operatorLogs } from './api-logs.contract.ts'
import { readApiCall, visibleDirections } from './api-logs.public.ts'
import { countLogs, type LogSelection, listLogRows, logExport } from './api-logs.queries.ts'
import { logRowOf } from './api-logs.views.ts'

const msg = messagesOf(import.meta.url)

interface Page {
  readonly pageIndex: number
  readonly pageSize: number
}

const texts = msg({
  search: 'Address, idempotency key, request or payment',
  status: 'Status',
  direction: 'Direction',
  apiKey: 'API key',
  peer: 'API key or acquirer',
})
const classes = msg({
  '2xx': '2xx succeeded',
  '3xx': '3xx redirected',
  '4xx': '4xx refused',
  '5xx': '5xx failed',
  none: 'No answer',
})
const directions = msg({ inbound: 'From the merchant', outbound: 'To the acquirer' })

const columns: readonly ReportColumn[] = [
  { id: 'payment', title: msg('Payment'), field: 'paymentId', exported: 'Payment' },
  {
    ...{ id: 'idempotencyKey', title: msg('Idempotency key'), field: 'idempotencyKey' },
    exported: 'Idempotency key',
  },
  { id: 'requestId', title: msg('Request id'), field: 'requestId', exported: 'Request' },
]

for (const page of [operatorLogReport, merchantLogReport]) {
  declareReport({
    ...page,
    columns,
    maxDays: 400,
    fields: fieldsOf,
  })
}

async function fieldsOf(context: Context<UserCaller>): Promise<FormField[]> {
  const isMerchant = context.caller.userType === 'merchant'
  const peer = isMerchant ? texts.apiKey : texts.peer
  const ofOperators = async () => [
    selectField('direction', texts.direction, directions),
    ...(await tenantFields(context)),
    merchantField(),
  ]
  return [
    searchField(texts.search),
    daysField(),
    severalField('status', texts.status, classes),
    ...(isMerchant ? [] : await ofOperators()),
    { name: 'peer', label: peer, type: 'input', inputType: 'text', isFurther: true },
    ...modeFields(context, true),
  ]
}

/** What is set of the report in the face of the reader's audience. */
const rulesOf = ({ database, caller }: Pick<Context<UserCaller>, 'database' | 'caller'>) =>
  readReportRules(
    database,
    caller,
    (caller.userType === 'merchant' ? merchantLogReport : operatorLogReport).id,
  )

async function listPage(
  { pageIndex, pageSize, ...filter }: LogFilter & Page,
  context: Context<UserCaller>,
) {
  const { db } = context
  const rules = await rulesOf(context)
  const selection = selectionOf(filter, context, rules)
  return countedPage(
    { pageIndex, pageSize },
    {
      rows: async (page) =>
        (await listLogRows(db, selection, page)).map((row) => withoutHidden(logRowOf(row), rules)),
      count: (limit) => countLogs(db, selection, limit),
    },
  )
}

const defaultDays = 7

function selectionOf(
  filter: LogFilter,
  { caller, mode, now }: Pick<Context<UserCaller>, 'caller' | 'mode' | 'now'>,
  { maxDays }: ReportRules,
): LogSelection {
  const { dateFrom, dateTo, mode: modeName, ...others } = filter
  const { timeZone } = caller
  const chosen: Mode = modeName === undefined ? mode : modeOf(modeName)
  return {
    ...others,
    ...dayRange({ dateFrom, dateTo }, { timeZone, now, defaultDays, maxDays }),
    mode: chosen,
    directions: visibleDirections(caller),
  }
}

declareExport({
  id: 'api-logs',
  name: msg('API logs'),
  stem: 'api-logs',
  permissions: [operatorLogs, merchantLogs].map(({ permission }) => permission),
  query: logFilter,
  hasModes: true,
  check: async (query, reader) => void selectionOf(query, reader, await rulesOf(reader)),
  open: async (query, reader) => {
    const rules = await rulesOf(reader)
    return openListExport(reader, {
      statement: logExport(
        reader.database.reader(reader.scope),
        selectionOf(query, reader, rules),
        reader.caller.timeZone,
      ),
      columns: {
        Time: 'time',
        Id: 'text',
        Direction: 'text',
        Merchant: 'text',
        'Key or acquirer': 'text',
        Method: 'text',
        Address: 'text',
        Status: 'number',
        Result: 'text',
        'Duration (ms)': 'number',
        Request: 'text',
        'Idempotency key': 'text',
        Payment: 'text',
      },
      query,
      filterNames: msg({
        searchKey: 'Search',
        status: 'Status',
        peer: 'Key or acquirer',
        direction: 'Direction',
        merchantId: 'Merchant',
        tenantId: 'Tenant',
        dateFrom: 'From',
        dateTo: 'Until',
        mode: 'Mode',
      }),
      timeZone: reader.caller.timeZone,
      hidden: hiddenInExport(rules),
    })
  },
})

export const routes: Route[] = [operatorLogs, merchantLogs].flatMap((calls) => [
  route(calls.list, ({ query }, context) => listPage(query, context)),
  route(calls.read, async ({ params }, context) => {
    const rules = await rulesOf(context)
    return withoutHidden(await readApiCall(context, params.logId), rules)
  }),
])
