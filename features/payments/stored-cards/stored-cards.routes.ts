import {
  openCardToken,
  tokenGone,
  useCardToken,
} from '@counterfoil/features/payments/card-tokens/card-tokens.public.ts'
import { idempotencyKeyFor } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  engineOfKey,
  engineOfTenant,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { ApiKeyCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/cursor-page.ts'
import { merchantRoute, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  createStoredCard,
  deletePortalStoredCard,
  deleteStoredCard,
  listStoredCards,
  readStoredCard,
} from './stored-cards.contract.ts'
import { deleteCard } from './stored-cards.public.ts'
import { findStoredCard, listStoredCards as listCards } from './stored-cards.queries.ts'
import { reportedConsent, type StoredCard, storedCardView } from './stored-cards.rules.ts'
import { vaultJob } from './vault-job.schema.ts'
import { storeOnce } from './verify-card.ts'

export const routes = (providers: Providers): Route[] => [
  merchantRoute(listStoredCards, async ({ query }, { db, caller: { merchantId, mode } }) => {
    const { cursor: after, limit, customerEmail, state } = query
    const search = { merchantId, mode, customerEmail, state, after, limit: limit + 1 }
    const found = await listCards(db, search)
    return pageOf(found.map(storedCardView), limit, after)
  }),
  merchantRoute(createStoredCard, async ({ body }, context) => {
    const { caller, idempotencyKey: key = '' } = context
    const engine = engineOfKey(context, providers)
    const { method: said, customer, storeCard } = body
    const owner = { merchantId: caller.merchantId, mode: caller.mode }
    const once = {
      idempotencyKey: await idempotencyKeyFor(engine, {
        ...{ callerId: caller.merchantId, mode: caller.mode, key },
        ...{ endpointId: createStoredCard.id, params: null, body },
      }),
      onReplay: () => void context.reply.header('idempotent-replayed', 'true'),
    }
    const method = said.type === 'token' ? await openCardToken(engine, owner, said.token) : said
    const card = await storeOnce(engine, { ...once, method }, tokenGone(), {
      ...{ ...owner, currency: body.currency, storing: reportedConsent(storeCard) },
      customer: { ...customer, country: customer.country ?? null },
      ...{ returnUrl: body.returnUrl, channel: 'api' },
      claim: async (db, id) => {
        if (said.type === 'token') await useCardToken(db, owner, said.token)
        await context.audit(db, {
          ...{ type: 'stored_card', id, merchantId: owner.merchantId },
          after: { uses: storeCard.uses, isVerified: true },
        })
      },
    })
    return storedCardView(card)
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
