import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type KeyWrapper, openText, sealText } from '@counterfoil/kit/database/vault.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import {
  type Job,
  type JobContext,
  job,
  type Schedule,
  schedule,
} from '@counterfoil/kit/jobs/job.ts'
import { z } from 'zod'
import {
  findActiveKey,
  listSealedPlaces,
  lockUnsealed,
  type SealedPlace,
  updateSealedTexts,
} from './encryption-keys.queries.ts'
import { resealJob } from './encryption-keys.rules.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ tenantId: z.uuid() })
interface Wrapping {
  readonly keys: KeyWrapper
}

const atOnce = 100

export const jobs = ({ keys }: Wrapping): Job<z.infer<typeof payload>>[] => [
  job({
    ...resealJob,
    label: msg('Encrypt secrets with new keys'),
    payload,
    run: async ({ tenantId }, context) => {
      await sealTenant(context, keys, tenantId)
    },
  }),
]

/** Also seals secrets that were stored without a key. */
export const schedules = ({ keys }: Wrapping): Schedule[] => [
  schedule({
    name: 'keys.seal',
    label: msg('Seal secrets'),
    everyS: 60,
    run: (context) => sealAll(context, keys),
  }),
]

async function sealAll(context: JobContext, keys: KeyWrapper): Promise<string | undefined> {
  let sealed = 0
  await forEachTenant(context, 'secrets were not sealed', async (tenantId) => {
    sealed += await sealTenant(context, keys, tenantId)
  })
  return sealed === 0 ? undefined : `${sealed}`
}

/** Works in batches, each with its own commit: after a crash the next run continues with the rest. */
async function sealTenant(
  context: JobContext,
  keys: KeyWrapper,
  tenantId: string,
): Promise<number> {
  if (!keys.isOpen) return 0
  let sealed = 0
  for (const place of await listSealedPlaces(context.database.reader(tenantScope(tenantId)))) {
    for (;;) {
      if (context.signal.aborted) throw new Error('The worker stops; the rest is sealed by another')
      const count = await sealBatch(context, keys, tenantId, place)
      sealed += count
      if (count < atOnce) break
    }
  }
  return sealed
}

function sealBatch(
  { database, now }: JobContext,
  keys: KeyWrapper,
  tenantId: string,
  place: SealedPlace,
): Promise<number> {
  return database.transaction(tenantScope(tenantId), async (db) => {
    const rows = await lockUnsealed(db, place, await findActiveKey(db), atOnce)
    for (const { key, stored } of rows) {
      const at = { database, keys, tenantId, now: now() }
      const text = await openText(at, place.table, stored)
      const sealed = await sealText(db, keys, { table: place.table, text, now: at.now })
      await updateSealedTexts(db, place, { key, sealed })
    }
    return rows.length
  })
}
