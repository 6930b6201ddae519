import { actOnceForMerchant } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { ApiKeyCaller, Context } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/cursor-page.ts'
import { merchantRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  createLink,
  createSession,
  disableLink,
  listLinks,
  readLink,
  readSession,
} from './payment-pages.contract.ts'
import { createPage, type PageOrder } from './payment-pages.public.ts'
import {
  findPage,
  listMerchantLinks,
  lockPage,
  updatePageDisabled,
} from './payment-pages.queries.ts'
import { merchantLinkView, type PaymentPage, sessionView } from './payment-pages.rules.ts'

type ApiKeyContext = Context<ApiKeyCaller>

export const routes = (providers: Providers): Route[] => {
  const { publicUrl } = providers
  const create = <A>(
    kind: 'link' | 'session',
    call: AnyEndpoint,
    order: PageOrder,
    context: ApiKeyContext,
    viewOf: (page: PaymentPage) => A,
  ): Promise<A> =>
    actOnceForMerchant(
      context,
      providers,
      { endpointId: call.id, params: null, body: order },
      async (db) => {
        const { caller, now } = context
        const { merchantId, mode } = caller
        const creator = { id: null, name: caller.name }
        const page = await createPage(db, order, { kind, merchantId, mode, creator, now })
        await context.audit(db, {
          ...{ type: 'payment_page', id: page.id, merchantId },
          // the metadata is the server's own
          after: { ...order, metadata: undefined, kind },
        })
        return viewOf(page)
      },
    )
  return [
    merchantRoute(createLink, ({ body }, context) =>
      create('link', createLink, body, context, (page) =>
        merchantLinkView(page, publicUrl, context.now),
      ),
    ),
    merchantRoute(listLinks, async ({ query }, { db, caller, now }) => {
      const { cursor: after, limit, externalId } = query
      const { merchantId, mode } = caller
      const search = { merchantId, mode, externalId, after, limit: limit + 1 }
      const found = await listMerchantLinks(db, search)
      return pageOf(
        found.map((page) => merchantLinkView(page, publicUrl, now)),
        limit,
        after,
      )
    }),
    merchantRoute(readLink, async ({ params }, context) =>
      merchantLinkView(
        await readOwn(context.db, context, 'link', params.id),
        publicUrl,
        context.now,
      ),
    ),
    merchantRoute(disableLink, ({ params, body }, context) =>
      actOnceForMerchant(
        context,
        providers,
        { endpointId: disableLink.id, params, body },
        async (db) => {
          const found = await readOwn(db, context, 'link', params.id)
          await lockPage(db, found.id)
          await updatePageDisabled(db, found.id, context.now)
          const page = await readOwn(db, context, 'link', params.id)
          await context.audit(db, {
            ...{ type: 'payment_page', id: page.id, merchantId: page.merchantId },
            after: { isDisabled: true },
          })
          return merchantLinkView(page, publicUrl, context.now)
        },
      ),
    ),
    merchantRoute(createSession, ({ body }, context) =>
      create('session', createSession, { ...body, usage: 'single' }, context, (page) =>
        sessionView(page, publicUrl, context.now),
      ),
    ),
    merchantRoute(readSession, async ({ params }, context) =>
      sessionView(await readOwn(context.db, context, 'session', params.id), publicUrl, context.now),
    ),
  ]
}

/** A page of the key's merchant and mode; others are not found. */
async function readOwn(
  db: Db,
  { caller }: ApiKeyContext,
  kind: PaymentPage['kind'],
  id: string,
): Promise<PaymentPage> {
  const page = await findPage(db, id)
  const isOwn = page?.merchantId === caller.merchantId && page.mode === caller.mode
  if (page === undefined || !isOwn || page.kind !== kind) {
    throw notFound(kind === 'link' ? 'The payment link' : 'The checkout session')
  }
  return page
}
