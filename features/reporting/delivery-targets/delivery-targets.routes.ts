import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type KeyWrapper, sealText } from '@counterfoil/kit/database/vault.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Values } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { staleRow } from '@counterfoil/kit/server/resources/resource-checks.ts'
import { refuseBeyond } from '@counterfoil/kit/server/resources/resource-limits.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { DeliveryFailure } from '@counterfoil/providers/delivery/delivery-target.ts'
import { makeKeyPair } from '@counterfoil/providers/delivery/sftp.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { makeTargetKey, setTargetSecret, testTarget } from './delivery-targets.contract.ts'
import { openTarget } from './delivery-targets.public.ts'
import {
  findTarget,
  forgetTargetSecret,
  type TargetRow,
  updateTargetSecret,
} from './delivery-targets.queries.ts'
import { deliveryTargets } from './delivery-targets.resource.ts'

type Called = Context<UserCaller>

const table = 'report_delivery_target'
const testedWithinMs = 30_000

/** A secret belongs to whom it is shown to at these. */
const whereTo = ['kind', 'host', 'port', 'userName', 'endpoint', 'region', 'bucket', 'accessKeyId']

export const routes = ({ delivery, keys }: Pick<Providers, 'delivery' | 'keys'>): Route[] => [
  ...resourceRoutes(deliveryTargets, {
    ask: async (values, context) => {
      const { kind, endpoint } = values as { kind: 'sftp' | 's3'; endpoint: string | null }
      if (kind === 's3' && endpoint === null) return
      const isPlain = endpoint !== null && !endpoint.startsWith('https:')
      if (isPlain && context.settings?.isDemo !== true) {
        const text = 'The endpoint must begin with https'
        throw new Problem('delivery_target.insecure', 422, text, { path: 'endpoint' })
      }
      const region = String(values.region)
      const refusal = await delivery.refusalOf(
        kind === 'sftp'
          ? { kind, host: String(values.host) }
          : { kind, endpoint: endpoint ?? undefined, region },
      )
      const path = kind === 'sftp' ? 'host' : 'endpoint'
      if (refusal !== undefined) throw new Problem('webhook.address', 422, refusal, { path })
    },
    saved: async (db, id, { before, after }) => {
      if (before !== undefined && isElsewhere(before, after)) await forgetTargetSecret(db, id)
    },
  }),
  route(setTargetSecret, ({ params, body }, context) =>
    changeTarget(context, params.id, async (db, row) => {
      const { secret, version } = body
      if (secret !== null && row.kind === 'sftp' && /^\s*-----BEGIN /.test(secret)) {
        const text = 'Private keys are made here and do not travel: make a key pair instead'
        throw new Problem('delivery_target.foreign_key', 422, text, { path: 'secret' })
      }
      const to = { secret, publicKey: null, version }
      return { secretSetAt: await replaceSecret(db, keys, row, to, context) }
    }),
  ),
  route(makeTargetKey, ({ params, body }, context) =>
    changeTarget(context, params.id, async (db, row) => {
      if (row.kind !== 'sftp') {
        throw new Problem('delivery_target.no_keys', 409, 'A bucket has no key pairs')
      }
      const { private: secret, public: publicKey } = makeKeyPair('counterfoil')
      await replaceSecret(db, keys, row, { secret, publicKey, version: body.version }, context)
      return { publicKey }
    }),
  ),
  route(testTarget, async ({ params }, context) => {
    await tenantOfRow(deliveryTargets, params.id, context)
    const row = await requireTarget(context.db, params.id)
    await context.transaction(
      (db) => context.audit(db, { ...recordOf(row), after: { name: row.name, host: row.host } }),
      row.tenant_id,
    )
    const target = await openTarget({ ...context, keys }, row)
    if (target === undefined) {
      const text = 'Set the password, key pair or secret access key first'
      throw new Problem('delivery_target.no_secret', 409, text)
    }
    try {
      await delivery.test(target, AbortSignal.timeout(testedWithinMs))
      return { isGood: true, failedAt: null, detail: '', hostKey: null }
    } catch (cause) {
      if (!(cause instanceof DeliveryFailure)) throw cause
      const { step, message, hostKey = null } = cause
      return { isGood: false, failedAt: step, detail: message, hostKey }
    }
  }),
]

const isElsewhere = (before: Values, after: Values) =>
  whereTo.some((name) => before[name] !== after[name])

const recordOf = (row: TargetRow) => ({
  type: deliveryTargets.id,
  id: row.id,
  merchantId: row.merchant_id,
})

async function requireTarget(db: Db, id: string): Promise<TargetRow> {
  const row = await findTarget(db, id)
  if (row === undefined) throw notFound('The delivery target')
  return row
}

/** Changes a target on a transaction of its own tenant. */
async function changeTarget<Answer>(
  context: Called,
  id: string,
  change: (db: Db, row: TargetRow) => Promise<Answer>,
): Promise<Answer> {
  const tenantId = await tenantOfRow(deliveryTargets, id, context)
  return context.transaction(async (db) => {
    const row = await requireTarget(db, id)
    refuseBeyond(deliveryTargets, context.caller, id, { merchantId: row.merchant_id })
    return change(db, row)
  }, tenantId)
}

async function replaceSecret(
  db: Db,
  keys: KeyWrapper,
  row: TargetRow,
  to: {
    readonly secret: string | null
    readonly publicKey: string | null
    readonly version: number
  },
  context: Called,
): Promise<string | null> {
  const { now } = context
  const { secret, publicKey, version } = to
  const sealed = secret === null ? null : await sealText(db, keys, { table, text: secret, now })
  if (!(await updateTargetSecret(db, row.id, version, { sealed, publicKey, at: now }))) {
    throw staleRow()
  }
  const secretSetAt = sealed === null ? null : now.toISOString()
  await context.audit(db, {
    ...recordOf(row),
    before: { credential: row.secret_set_at?.toISOString() ?? null, publicKey: row.public_key },
    after: { credential: secretSetAt, publicKey },
  })
  return secretSetAt
}
