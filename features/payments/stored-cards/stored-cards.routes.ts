import { engineOfTenant } from '@counterfoil/features/payments/processing/payments.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { ApiKeyCaller } from '@counterfoil/kit/server/request/context.ts'
import { merchantRoute, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  deletePortalStoredCard,
  deleteStoredCard,
  listStoredCards,
  readStoredCard,
} from './stored-cards.contract.ts'
import { deleteCard } from './stored-cards.public.ts'
import { findStoredCard, listStoredCards as listCards } from './stored-cards.queries.ts'
import { type StoredCard, storedCardView } from './stored-cards.rules.ts'
import { vaultJob } from './vault-job.schema.ts'

export const routes = (providers: Providers): Route[] => [
  merchantRoute(listStoredCards, async ({ query }, { db, caller: { merchantId, mode } }) => {
    const { cursor: after, limit, customerEmail, state } = query
    const search = { merchantId, mode, customerEmail, state, after, limit: limit + 1 }
    const found = await listCards(db, search)
    const data = found.slice(0, limit).map(storedCardView)
    const hasMore = found.length > limit
    const isAll = !hasMore && after === undefined
    return {
      data,
      count: isAll ? data.length : null,
      ...(isAll ? {} : { countAtLeast: found.length }),
      nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null,
    }
  }),
  merchantRoute(readStoredCard, async ({ params }, { db, caller }) =>
    storedCardView(await readOwn(db, caller, params.id)),
  ),
  merchantRoute(deleteStoredCard, ({ params }, context) =>
    context.transaction(async (db) => {
      const { caller, jobs, now } = context
      const card = await readOwn(db, caller, params.id)
      if (await removeCard(db, jobs, card, now)) {
        await context.audit(db, deletionOf(card))
      }
      return storedCardView(await readOwn(db, caller, params.id))
    }),
  ),
  route(deletePortalStoredCard, async ({ params }, context) => {
    const found = await findStoredCard(context.db, params.id)
    if (found === undefined) throw notFound('The stored card')
    const engine = engineOfTenant(context, providers, found.tenantId)
    await engine.transaction(async (db) => {
      const card = await findStoredCard(db, params.id)
      if (card === undefined) throw notFound('The stored card')
      const isNew = await removeCard(db, context.jobs, card, engine.now())
      if (isNew) await context.audit(db, deletionOf(card))
    })
    return { id: params.id }
  }),
]

/** Erases the card here, and has a job delete it at the acquirer. False: it was deleted before. */
async function removeCard(db: Db, jobs: Jobs, card: StoredCard, now: Date): Promise<boolean> {
  if (!(await deleteCard(db, card.id, now))) return false
  const { tenantId } = card
  await jobs.enqueue(db, vaultJob, { tenantId }, { singletonKey: tenantId })
  return true
}

const deletionOf = ({ id, merchantId, brand, paymentId }: StoredCard) => ({
  ...{ type: 'stored_card', id, merchantId },
  after: { isDeleted: true, brand, paymentId },
})

/** A stored card of the key's merchant and mode; others are not found. */
async function readOwn(
  db: Db,
  { merchantId, mode }: ApiKeyCaller,
  id: string,
): Promise<StoredCard> {
  const card = await findStoredCard(db, id)
  if (card?.merchantId !== merchantId || card.mode !== mode) throw notFound('The stored card')
  return card
}
