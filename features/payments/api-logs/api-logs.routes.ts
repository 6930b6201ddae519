import { type Mode, modeOf } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { declareExport } from '@counterfoil/kit/server/exports/export-source.ts'
import { openListExport } from '@counterfoil/kit/server/exports/list-export.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { dayRange } from '@counterfoil/kit/server/request/day-range.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type LogFilter, logFilter, merchantLogs, operatorLogs } from './api-logs.contract.ts'
import { readApiCall, visibleDirections } from './api-logs.public.ts'
import { countLogs, type LogSelection, listLogRows, logExport } from './api-logs.queries.ts'
import { logRowOf } from './api-logs.views.ts'

const msg = messagesOf(import.meta.url)

interface Page {
  readonly pageIndex: number
  readonly pageSize: number
}

function listPage(
  { pageIndex, pageSize, ...filter }: LogFilter & Page,
  context: Context<UserCaller>,
) {
  const { db } = context
  const selection = selectionOf(filter, context)
  return countedPage(
    { pageIndex, pageSize },
    {
      rows: async (page) => (await listLogRows(db, selection, page)).map(logRowOf),
      count: (limit) => countLogs(db, selection, limit),
    },
  )
}

const usualDays = 7

function selectionOf(
  filter: LogFilter,
  { caller, mode, now }: Pick<Context<UserCaller>, 'caller' | 'mode' | 'now'>,
): LogSelection {
  const { dateFrom, dateTo, mode: modeName, ...others } = filter
  const { timeZone } = caller
  const chosen: Mode = modeName === undefined ? mode : modeOf(modeName)
  return {
    ...others,
    ...dayRange({ dateFrom, dateTo }, { timeZone, now, usualDays }),
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
  check: (query, reader) => void selectionOf(query, reader),
  open: (query, reader) =>
    openListExport(reader, {
      statement: logExport(
        reader.database.reader(reader.scope),
        selectionOf(query, reader),
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
    }),
})

export const routes: Route[] = [operatorLogs, merchantLogs].flatMap((calls) => [
  route(calls.list, ({ query }, context) => listPage(query, context)),
  route(calls.read, ({ params }, context) => readApiCall(context, params.logId)),
])
