import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { deviceOf } from '@counterfoil/kit/contract/user-agent.ts'
import { copyOut, onlyColumns } from '@counterfoil/kit/database/copy.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { zipOf } from '@counterfoil/kit/server/codecs/zip.ts'
import { declareExport } from '@counterfoil/kit/server/exports/export-source.ts'
import { openListExport } from '@counterfoil/kit/server/exports/list-export.ts'
import {
  daysField,
  searchField,
  severalField,
  tenantFields,
} from '@counterfoil/kit/server/reports/fields.ts'
import {
  declareReport,
  hiddenInExport,
  readReportRules,
  withoutHidden,
} from '@counterfoil/kit/server/reports/report.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { givenDays } from '@counterfoil/kit/server/request/day-range.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  exportLogins,
  type Login,
  type LoginFilter,
  listLogins,
  loginFilter,
  loginPermission,
} from './login-history.contract.ts'
import { countLogins, type LoginRow, listLoginRows, loginExport } from './login-history.queries.ts'
import { loginReport } from './login-report.schema.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({ search: 'Name, e-mail or IP address', outcome: 'Outcome' })
const outcomes = msg({
  'signed-in': 'Signed in',
  'sign-in-refused': 'Refused',
  'confirmation-refused': 'Confirmation refused',
  locked: 'Locked',
  'signed-out': 'Signed out',
})

declareReport({
  ...loginReport,
  columns: [
    { id: 'email', title: msg('E-mail'), field: 'email', exported: 'E-mail' },
    { id: 'ip', title: msg('IP address'), field: 'ip', exported: 'IP address' },
    { id: 'device', title: msg('Device'), field: 'device', exported: 'Browser' },
    {
      ...{ id: 'through', title: msg('Signed in through'), field: 'identityProvider' },
      exported: 'Identity provider',
    },
  ],
  fields: async (context) => [
    searchField(texts.search),
    daysField(),
    severalField('outcome', texts.outcome, outcomes),
    ...(await tenantFields(context)),
  ],
})

const rulesOf = ({ database, caller }: Pick<Context<UserCaller>, 'database' | 'caller'>) =>
  readReportRules(database, caller, loginReport.id)

const exported = {
  'Time (UTC)': 'time',
  Tenant: 'text',
  User: 'text',
  'E-mail': 'text',
  Outcome: 'text',
  Reason: 'text',
  'IP address': 'text',
  Browser: 'text',
  'Identity provider': 'text',
} as const

declareExport({
  id: 'login-history',
  name: msg('Login history'),
  stem: 'login-history',
  permissions: [loginPermission],
  query: loginFilter,
  hasModes: false,
  open: async (query, reader) => {
    const rules = await rulesOf(reader)
    const search = searchOf(query, { caller: reader.caller, hidden: rules.hidden })
    return openListExport(reader, {
      statement: loginExport(reader.database.reader(reader.scope), search),
      columns: exported,
      hidden: hiddenInExport(rules),
      query,
      filterNames: msg({
        searchKey: 'Search',
        outcome: 'Outcome',
        tenantId: 'Tenant',
        dateFrom: 'From',
        dateTo: 'Until',
      }),
      timeZone: 'UTC',
    })
  },
})

export const routes: Route[] = [
  route(listLogins, async ({ query }, context) => {
    const { db } = context
    const rules = await rulesOf(context)
    const { pageIndex, pageSize, ...asked } = query
    const filter = searchOf(asked, { caller: context.caller, hidden: rules.hidden })
    return countedPage(
      { pageIndex, pageSize },
      {
        rows: async (page) =>
          (await listLoginRows(db, filter, page)).map((row) => withoutHidden(loginOf(row), rules)),
        count: (limit) => countLogins(db, filter, limit),
      },
    )
  }),
  route(exportLogins, async ({ query }, context) => {
    const { audit, caller, database, db, now, reply, scope, transaction } = context
    const rules = await rulesOf(context)
    const hidden = hiddenInExport(rules)
    const shown = Object.keys(exported).filter((name) => !hidden.has(name))
    const copy = await copyOut(
      database,
      scope,
      onlyColumns(loginExport(db, searchOf(query, { caller, hidden: rules.hidden })), shown),
    )
    // a client that disconnects stops the query
    reply.raw.once('close', () => copy.stop())
    const record = { type: 'login_history', id: newId(now), merchantId: null, after: query }
    await transaction((tx) => audit(tx, record))
    reply.header('content-disposition', 'attachment; filename="login-history.zip"')
    return zipOf('login-history.csv', copy.stream, now) as never
  }),
]

const searchOf = (
  { dateFrom, dateTo, ...asked }: LoginFilter,
  { caller, hidden }: { readonly caller: UserCaller; readonly hidden: ReadonlySet<string> },
) => ({
  ...{ ...asked, hidden },
  ...givenDays({ dateFrom, dateTo }, caller.timeZone),
})

const loginOf = (row: LoginRow): Login => ({
  id: row.id,
  outcome: row.action.replace('account.', '') as Login['outcome'],
  reason: row.refusal,
  tenantId: row.tenant_id,
  tenantName: row.tenant_name,
  userId: row.actor_id,
  userName: row.actor_name,
  email: row.email,
  ip: row.ip,
  device: deviceOf(row.user_agent) ?? null,
  identityProvider: row.identity_provider,
  createdAt: row.created_at.toISOString(),
})
