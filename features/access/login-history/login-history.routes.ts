import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { deviceOf } from '@counterfoil/kit/contract/user-agent.ts'
import { copyOut } from '@counterfoil/kit/database/copy.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { zipOf } from '@counterfoil/kit/server/codecs/zip.ts'
import { declareExport } from '@counterfoil/kit/server/exports/export-source.ts'
import { openListExport } from '@counterfoil/kit/server/exports/list-export.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  exportLogins,
  type Login,
  listLogins,
  loginFilter,
  loginPermission,
} from './login-history.contract.ts'
import { countLogins, type LoginRow, listLoginRows, loginExport } from './login-history.queries.ts'

const msg = messagesOf(import.meta.url)

declareExport({
  id: 'login-history',
  name: msg('Login history'),
  stem: 'login-history',
  permissions: [loginPermission],
  query: loginFilter,
  hasModes: false,
  open: (query, reader) =>
    openListExport(reader, {
      statement: loginExport(reader.database.reader(reader.scope), query),
      columns: {
        'Time (UTC)': 'time',
        Tenant: 'text',
        User: 'text',
        'E-mail': 'text',
        Outcome: 'text',
        Reason: 'text',
        'IP address': 'text',
        Browser: 'text',
        'Identity provider': 'text',
      },
      query,
      filterNames: msg({
        searchKey: 'Search',
        outcome: 'Outcome',
        tenantId: 'Tenant',
        dateFrom: 'From',
        dateTo: 'Until',
      }),
      timeZone: 'UTC',
    }),
})

export const routes: Route[] = [
  route(listLogins, ({ query }, { db }) => {
    const { pageIndex, pageSize, ...filter } = query
    return countedPage(
      { pageIndex, pageSize },
      {
        rows: async (page) => (await listLoginRows(db, filter, page)).map(loginOf),
        count: (limit) => countLogins(db, filter, limit),
      },
    )
  }),
  route(exportLogins, async ({ query }, context) => {
    const { audit, database, db, now, reply, scope, transaction } = context
    const copy = await copyOut(database, scope, loginExport(db, query))
    // a client that disconnects stops the query
    reply.raw.once('close', () => copy.stop())
    const record = { type: 'login_history', id: newId(now), merchantId: null, after: query }
    await transaction((tx) => audit(tx, record))
    reply.header('content-disposition', 'attachment; filename="login-history.zip"')
    return zipOf('login-history.csv', copy.stream, now) as never
  }),
]

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
