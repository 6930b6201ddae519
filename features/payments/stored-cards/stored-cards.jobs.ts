import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { jobEngine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import {
  type Job,
  type JobContext,
  job,
  type Schedule,
  schedule,
} from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import { announceStoredCard } from './announce-stored-card.ts'
import {
  deleteVaultRemoval,
  type LeftInVault,
  listToDelete,
  listVaultRemovals,
  lockExpiring,
  updateDeletedAtVault,
  updateExpiry,
} from './stored-cards.queries.ts'
import { noticeDays, type StoredCard } from './stored-cards.rules.ts'
import { vaultJob } from './vault-job.schema.ts'
import { listVerificationsDue } from './verifications.queries.ts'
import { resolveVerification } from './verify-card.ts'

const msg = messagesOf(import.meta.url)

const batchSize = 200

/** Notifies merchants of cards that expire soon or have expired, once each, and deletes at acquirers what is left there. */
export async function followStoredCards(providers: Providers, context: JobContext): Promise<void> {
  await forEachTenant(context, 'stored cards could not be followed', async (tenantId) => {
    await inBatches(context, tenantId, markExpired)
    await inBatches(context, tenantId, notifyOfExpiry)
    await deleteAtVaults(providers, context, tenantId)
  })
}

async function inBatches(
  context: JobContext,
  tenantId: string,
  work: (db: Db, context: JobContext) => Promise<number>,
): Promise<void> {
  const { database, signal } = context
  let done = batchSize
  while (done === batchSize && !signal.aborted) {
    done = await database.transaction(tenantScope(tenantId), (db) => work(db, context))
  }
}

const expiredNotice = {
  event: 'stored_card.expired',
  type: 'StoredCardsExpired',
  title: msg('Stored cards have expired'),
  text: msg(
    '{count, plural, one {# stored card is} other {# stored cards are}} charged no more. Ask the payers for new ones.',
  ),
  once: 'stored cards expired',
} as const

const expiringNotice = {
  event: 'stored_card.expiring',
  type: 'StoredCardsExpire',
  title: msg('Stored cards expire within a month'),
  text: msg(
    '{count, plural, one {# stored card expires} other {# stored cards expire}} soon. Ask the payers for new ones in time.',
  ),
  once: 'stored cards expire',
} as const

async function markExpired(db: Db, { jobs, now }: JobContext): Promise<number> {
  const at = now()
  const expired = await lockExpiring(db, at, {}, batchSize)
  await updateExpiry(db, idsOf(expired), { expiredAt: at })
  const after = expired.map((card) => ({ ...card, state: 'expired' as const }))
  await announce(db, jobs, after, expiredNotice, at)
  return expired.length
}

async function notifyOfExpiry(db: Db, { jobs, now }: JobContext): Promise<number> {
  const at = now()
  const until = new Date(at.getTime() + noticeDays * dayMs)
  const expiring = await lockExpiring(db, until, { isNotified: false }, batchSize)
  await updateExpiry(db, idsOf(expiring), { notifiedAt: at })
  await announce(db, jobs, expiring, expiringNotice, at)
  return expiring.length
}

/** An event of each card for the merchant's servers, and one notification for its people of those that the same of them see. */
async function announce(
  db: Db,
  jobs: JobContext['jobs'],
  all: readonly StoredCard[],
  notice: typeof expiredNotice | typeof expiringNotice,
  now: Date,
): Promise<void> {
  for (const card of all) await announceStoredCard(db, jobs, card, notice.event, now)
  for (const cards of Map.groupBy(all, seenTogether).values()) {
    const [{ merchantId, provider }] = cards as [StoredCard]
    await notify(db, jobs, {
      to: {
        ...{ audience: 'merchant', permission: 'Merchant.Transaction.View', merchantId },
        seeing: { merchantId, method: 'card', provider },
      },
      ...{ type: notice.type, title: notice.title, objectUrl: paymentPath(cards), now },
      description: textWith(notice.text, { count: cards.length }),
      onceFor: `${notice.once} ${cards[0]?.id}`,
    })
  }
}

const idsOf = (cards: readonly StoredCard[]) => cards.map(({ id }) => id)
const seenTogether = ({ merchantId, provider }: StoredCard) => `${merchantId} ${provider}`

/** The page of the payer, below the payment with which the first of them was stored. */
const paymentPath = (all: readonly StoredCard[]) => {
  const paymentId = all.find((one) => one.paymentId !== null)?.paymentId
  const lookup = '/merchant/transaction-management/transaction-lookup'
  return paymentId === undefined ? lookup : `${lookup}/${paymentId}/payer/email`
}

const vaultTimeoutMs = 10_000
/** An acquirer on which so much time was spent for nothing is left until the next run: it would hold up everything else. */
const patienceMs = 30_000

const leftInVaults = [
  { list: listToDelete, done: updateDeletedAtVault },
  { list: listVaultRemovals, done: deleteVaultRemoval },
]

/** Deletes at each acquirer what is deleted here. Throws when one could not be asked, so that it is tried again. */
async function deleteAtVaults(
  { acquirers }: Providers,
  { database, log, signal }: Pick<JobContext, 'database' | 'log' | 'signal'>,
  tenantId: string,
): Promise<void> {
  const within = <T>(work: (db: Db) => Promise<T>) =>
    database.transaction(tenantScope(tenantId), work)
  const spentMs = new Map<string | null, number>()
  let failure: unknown
  const remove = async (
    { id, provider, vaultReference }: LeftInVault,
    done: (db: Db, id: string) => Promise<void>,
  ) => {
    const spent = spentMs.get(provider) ?? 0
    if (spent >= patienceMs) return
    const deleteStoredCard = acquirers.get(provider ?? '')?.deleteStoredCard
    const startedAt = performance.now()
    try {
      if (deleteStoredCard === undefined) throw new Error(`${provider} is not connected`)
      await deleteStoredCard(vaultReference ?? '', AbortSignal.timeout(vaultTimeoutMs))
      await within((db) => done(db, id))
    } catch (error) {
      failure = error
      const forNothing = performance.now() - startedAt
      spentMs.set(provider, deleteStoredCard === undefined ? patienceMs : spent + forNothing)
      log.error({ err: error, tenantId, storedCardId: id }, 'a card is still in a vault')
    }
  }
  for (const { list, done } of leftInVaults) {
    const read = (after: string | null) => within((db) => list(db, { after, limit: batchSize }))
    for (let left = await read(null); left.length > 0; left = await read(lastOf(left))) {
      for (const one of left) {
        if (signal.aborted) return
        await remove(one, done)
      }
    }
  }
  if (failure !== undefined) {
    throw new Error('Not every card could be deleted at its acquirer', { cause: failure })
  }
}

const lastOf = (page: readonly LeftInVault[]) => page.at(-1)?.id ?? null

/** How many tenants' verifications are looked up side by side. */
const tenantsAtOnce = 8
/** After this time a tenant's rest is left for the next run, so that its slow acquirer does not hold up the others. */
const sliceMs = 1_000

/** Looks up verifications whose answer was lost, and those that a payer has not confirmed in time. */
export async function followVerifications(
  providers: Providers,
  context: JobContext,
): Promise<void> {
  const { log, now, signal } = context
  const lookUp = async (tenantId: string) => {
    const engine = jobEngine(providers, context, tenantId, 'system')
    const endsAt = performance.now() + sliceMs
    const due = await engine.transaction((db) => listVerificationsDue(db, now(), batchSize))
    for (const id of due) {
      if (signal.aborted || performance.now() >= endsAt) return
      await resolveVerification(engine, id).catch((error: unknown) =>
        log.error({ err: error, tenantId, storedCardId: id }, 'a verification was not looked up'),
      )
    }
  }
  const notDone = 'verifications of cards were not looked for'
  await forEachTenant(context, notDone, lookUp, { atOnce: tenantsAtOnce })
}

const payload = z.object({ tenantId: z.uuid() })

export const jobs = (providers: Providers): Job<z.infer<typeof payload>>[] => [
  job({
    ...vaultJob,
    label: msg('Delete stored cards at their acquirers'),
    payload,
    run: ({ tenantId }, context) => deleteAtVaults(providers, context, tenantId),
  }),
]

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'stored-cards.follow',
    label: msg('Report stored cards that expire'),
    everyS: 3600,
    run: (context) => followStoredCards(providers, context),
  }),
  schedule({
    name: 'stored-cards.verifications',
    label: msg('Look up cards that are checked without a payment'),
    everyS: 30,
    run: (context) => followVerifications(providers, context),
  }),
]
