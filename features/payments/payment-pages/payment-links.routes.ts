import { actOnceForUser } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  engineOfTenant,
  listPaymentsById,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { listActiveWebsites } from '@counterfoil/features/payments/websites/websites.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import type { KeyedRequest } from '@counterfoil/kit/server/idempotency/act-once.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import qrcode from 'qrcode'
import { readLinkRows } from './link-file.ts'
import { sendLinkMail } from './link-mail.ts'
import { linksCsv } from './links-csv.ts'
import {
  createPaymentLink,
  createPaymentLinks,
  disablePaymentLink,
  exportPaymentLinks,
  listLinkWebsites,
  listPaymentLinks,
  maxExportedLinks,
  readPaymentLink,
  sendPaymentLink,
} from './payment-links.contract.ts'
import { createPage, type PageOrder } from './payment-pages.public.ts'
import {
  countPages,
  findPage,
  listLinksDescribed,
  listPages,
  lockPage,
  updatePageDisabled,
} from './payment-pages.queries.ts'
import { linkView, type PaymentPage, statusOf } from './payment-pages.rules.ts'

type UserContext = Context<UserCaller>

export const routes = (providers: Providers): Route[] => {
  const { publicUrl } = providers
  /** A double click, or a repeat after a lost answer, makes no second link and mails nothing again. */
  const once = <A>(context: UserContext, request: KeyedRequest, act: (db: Db) => Promise<A>) =>
    actOnceForUser(
      engineOfTenant(context, providers, context.caller.tenantId),
      context,
      request,
      act,
    )
  return [
    route(listPaymentLinks, async ({ query }, { db, mode, now }) => {
      const { searchKey, usage } = query
      const search = { mode, kind: 'link', searchKey, usage } as const
      const [pages, count] = await Promise.all([
        listPages(db, search, pageOf(query)),
        countPages(db, search),
      ])
      return { data: pages.map((page) => linkView(page, publicUrl, now)), count }
    }),
    route(listLinkWebsites, async (_input, { db, caller: { merchantId } }) => {
      if (merchantId === null) throw notFound('The merchant')
      const data = await listActiveWebsites(db, merchantId)
      return { data, count: data.length }
    }),
    route(exportPaymentLinks, async ({ query }, context) => {
      const { db, mode, now, caller } = context
      const { merchantId } = caller
      if (merchantId === null) throw notFound('The merchant')
      const search = { mode, kind: 'link', ...query } as const
      const pages = await listPages(db, search, { limit: maxExportedLinks + 1, offset: 0 })
      if (pages.length > maxExportedLinks) {
        const text = `More than ${maxExportedLinks} links are found. Search for fewer.`
        throw new Problem('payment_link.too_many', 422, text, {
          params: { most: maxExportedLinks },
        })
      }
      await context.transaction((tx) =>
        context.audit(tx, {
          ...{ type: 'merchants', id: merchantId, merchantId },
          after: { links: pages.length, ...query },
        }),
      )
      context.reply.header('content-disposition', 'attachment; filename="payment-links.csv"')
      context.reply.header('cache-control', 'private, no-store')
      return linksCsv(pages.map((page) => linkView(page, publicUrl, now)))
    }),
    route(readPaymentLink, async ({ params }, { db, mode, now }) => {
      const page = await readLink(db, params.id, mode)
      const view = linkView(page, publicUrl, now)
      const payments = await listPaymentsById(db, view.payments)
      return {
        ...view,
        qr: await qrcode.toString(view.url, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }),
        paid: payments.map(({ id, status, amountMinor, currency, createdAt }) => ({
          ...{ id, status, currency },
          amount: Number(amountMinor),
          createdAt: createdAt.toISOString(),
        })),
      }
    }),
    route(createPaymentLink, ({ body }, context) =>
      once(context, { endpointId: createPaymentLink.id, params: null, body }, async (db) =>
        linkView(await create(db, context, body), publicUrl, context.now),
      ),
    ),
    route(createPaymentLinks, ({ body }, context) =>
      once(context, { endpointId: createPaymentLinks.id, params: null, body }, async (db) => {
        const rows = readLinkRows(body.csv)
        if (body.despiteRepeats !== true) await refuseRepeated(db, context, rows)
        let sent = 0
        for (const { line, email, ...order } of rows) {
          const page = await create(db, context, order).catch((error: unknown) => {
            throw atLine(error, line)
          })
          if (email === undefined) continue
          await sendLinkMail(db, context, linkView(page, publicUrl, context.now), page, { email })
          sent += 1
        }
        return { created: rows.length, sent }
      }),
    ),
    route(disablePaymentLink, ({ params }, context) =>
      context.transaction(async (db) => {
        await readLink(db, params.id, context.mode)
        await lockPage(db, params.id)
        await updatePageDisabled(db, params.id, context.now)
        const page = await readLink(db, params.id, context.mode)
        await auditLink(db, context, page, { isDisabled: true })
        return linkView(page, publicUrl, context.now)
      }),
    ),
    route(sendPaymentLink, ({ params, body }, context) =>
      once(context, { endpointId: sendPaymentLink.id, params, body }, async (db) => {
        const page = await readLink(db, params.id, context.mode)
        if (statusOf(page, context.now) !== 'open') {
          throw new Problem('payment_link.not_open', 409, 'Nothing is paid by this link any more')
        }
        await sendLinkMail(db, context, linkView(page, publicUrl, context.now), page, body)
        await auditLink(db, context, page, { sentTo: body.email })
        return { sentTo: body.email }
      }),
    ),
  ]
}

async function create(db: Db, context: UserContext, order: PageOrder): Promise<PaymentPage> {
  const { caller, mode, now } = context
  // the permission is of merchants alone
  const merchantId = caller.merchantId ?? ''
  const creator = { id: caller.id, name: caller.name }
  const page = await createPage(db, order, { kind: 'link', merchantId, mode, creator, now })
  await auditLink(db, context, page, order)
  return page
}

function auditLink(db: Db, context: UserContext, page: PaymentPage, after: unknown): Promise<void> {
  const { id, merchantId } = page
  return context.audit(db, { type: 'payment_page', id, merchantId, after })
}

/** A link of the other mode is not found, so that no customer is sent a Test link from Live. */
async function readLink(db: Db, id: string, mode: Mode): Promise<PaymentPage> {
  const page = await findPage(db, id)
  if (page?.kind !== 'link' || page.mode !== mode) throw notFound('The payment link')
  return page
}

/** So long a file that comes again is taken for the same one. */
const repeatedWithinMs = 7 * dayMs

/** Throws where links like some of these were made lately: the file may have been sent before, and its links mailed. */
async function refuseRepeated(
  db: Db,
  { caller, mode, now }: UserContext,
  rows: readonly (PageOrder & { readonly line: number })[],
): Promise<void> {
  // of two files at the same moment the second finds the links of the first
  await lockUntilCommit(db, `payment-link-file ${caller.merchantId} ${mode}`)
  const descriptions = [...new Set(rows.map(({ description = '' }) => description))]
  const since = new Date(now.getTime() - repeatedWithinMs)
  const made = await listLinksDescribed(db, { mode, descriptions, since })
  const keyOf = (...parts: (string | number | null)[]) => JSON.stringify(parts)
  const known = new Set(
    made.map((one) =>
      keyOf(Number(one.amountMinor), one.currency, one.description, one.externalId),
    ),
  )
  const isKnown = ({ amount = 0, currency, description = '', externalId }: PageOrder) =>
    known.has(keyOf(amount, currency, description, externalId ?? null))
  const count = rows.filter(isKnown).length
  if (count === 0) return
  const message = `${count} links like these were made in the last 7 days. Confirm that they are made again.`
  throw new Problem('payment_link.repeated', 409, message, {
    path: 'despiteRepeats',
    params: { count },
  })
}

/** The refusal of one row, at its line. */
function atLine(error: unknown, line: number): unknown {
  if (!(error instanceof Problem)) return error
  const errors = error.errors.map(({ message }) => ({ message, path: `csv.${line}` }))
  return new Problem('payment_link.file', 400, `Line ${line}: ${error.message}`, {
    errors,
    params: { line, why: error.message },
  })
}
