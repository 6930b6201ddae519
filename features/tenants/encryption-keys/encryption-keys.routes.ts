import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { insertKey, type KeyWrapper } from '@counterfoil/kit/database/vault.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  createEncryptionKey,
  type EncryptionKey,
  listEncryptionKeys,
  retireEncryptionKey,
  rotateEncryptionKey,
} from './encryption-keys.contract.ts'
import {
  countKeyRows,
  countSealed,
  destroyKey,
  isKey,
  type KeyRow,
  listKeyRows,
  lockKey,
  replaceKey,
} from './encryption-keys.queries.ts'
import { resealJob } from './encryption-keys.rules.ts'

type CallContext = Context<UserCaller>
const type = 'encryption-key'

registerAuditGuard(
  type,
  async (db, id, { userType }) => userType === 'platform' && (await isKey(db, id)),
  ['Tenant.Keys.View'],
)

export const routes = ({ keys }: Pick<Providers, 'keys'>): Route[] => [
  route(listEncryptionKeys, async ({ query }, context) => {
    requirePlatform(context)
    const page = pageOf(query)
    const [rows, count] = await Promise.all([
      listKeyRows(context.db, query, page),
      countKeyRows(context.db, query),
    ])
    return { data: await keyAnswers(context, rows), count }
  }),
  route(createEncryptionKey, ({ params }, context) =>
    change(context, params.tenantId, async (db) => {
      const id = newId(context.now)
      await insertNewKey(db, keys, id, context)
      return { keyId: id }
    }),
  ),
  route(rotateEncryptionKey, ({ params }, context) =>
    change(context, params.tenantId, async (db) => {
      const active = await lockKey(db, { state: 'active' })
      if (active === undefined) throw notFound('The key')
      const toReseal = (await countSealed(db)).get(active.id) ?? 0
      await replaceKey(db, active.id, toReseal, context.now)
      const id = newId(context.now)
      await insertNewKey(db, keys, id, context, { keyId: active.id })
      return { keyId: id, toReseal }
    }),
  ),
  route(retireEncryptionKey, ({ params }, context) =>
    change(context, params.tenantId, async (db) => {
      const key = await lockKey(db, { id: params.id })
      if (key === undefined || key.state === 'retired') throw notFound('The key')
      if (key.state === 'active') {
        throw new Problem('encryption_key.active', 409, 'The key is in use. Replace it first.')
      }
      const count = (await countSealed(db)).get(key.id) ?? 0
      if (count > 0) {
        const text = `${count} secrets are still sealed under this key. They are being sealed anew.`
        throw new Problem('encryption_key.in_use', 409, text, { params: { count } })
      }
      await destroyKey(db, key.id, context.now)
      const before = { state: key.state }
      await context.audit(db, { type, id: key.id, before, after: { state: 'retired' } })
      return { keyId: key.id }
    }),
  ),
]

/** Only platform staff manage keys, whatever other users' roles contain: to them the path is not found. */
function requirePlatform({ caller }: CallContext): void {
  if (caller.userType !== 'platform') throw notFound('The key')
}

function change<A>(
  context: CallContext,
  tenantId: string,
  work: (db: Db) => Promise<A>,
): Promise<A> {
  requirePlatform(context)
  return context.transaction(work, tenantId)
}

/** A tenant has one active key; secrets that are not sealed with it are sealed again in the background. */
async function insertNewKey(
  db: Db,
  keys: KeyWrapper,
  id: string,
  context: CallContext,
  before?: { readonly keyId: string },
): Promise<void> {
  const { caller, now, jobs } = context
  const isMade = await insertKey(db, keys, { id, createdBy: caller.id, now })
  if (!isMade) throw new Problem('encryption_key.exists', 409, 'The tenant has a key already')
  await context.audit(db, { type, id, before, after: { keyId: id, state: 'active' } })
  await jobs.enqueue(db, resealJob, { tenantId: tenantOf(db) }, { singletonKey: tenantOf(db) })
}

async function keyAnswers(
  { database }: CallContext,
  rows: readonly KeyRow[],
): Promise<EncryptionKey[]> {
  const tenants = [
    ...new Set(rows.filter(({ keyId }) => keyId !== null).map((row) => row.tenantId)),
  ]
  const counted = await Promise.all(
    tenants.map((id) => countSealed(database.reader(tenantScope(id)))),
  )
  const sealed = new Map(counted.flatMap((counts) => [...counts]))
  const isoOf = (at: Date | null) => at?.toISOString() ?? null
  return rows.map((row) => ({
    tenantId: row.tenantId,
    tenantName: row.tenantName,
    keyId: row.keyId,
    state: (row.state ?? 'none') as EncryptionKey['state'],
    sealed: sealed.get(row.keyId ?? '') ?? 0,
    toReseal: row.toReseal,
    createdAt: isoOf(row.createdAt),
    lastUsedAt: isoOf(row.lastUsedAt),
    replacedAt: isoOf(row.replacedAt),
    retiredAt: isoOf(row.retiredAt),
  }))
}
