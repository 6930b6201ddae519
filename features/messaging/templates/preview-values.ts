// What a preview fills in: what is there, and for what only a mail knows something like it.

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { VariableValues } from '@counterfoil/kit/server/codecs/rich-text.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import {
  findSignature,
  longDate,
  merchantValues,
  type SignatureKind,
  signatureValues,
} from './templates.public.ts'
import { findMerchant, findTicket } from './templates.queries.ts'

const msg = messagesOf(import.meta.url)

interface Wanted {
  /** The kind of template: `email`, `proposal`, … */
  readonly kind: string
  readonly language: string
  readonly merchantId: string | null
  /** The user of a signature; null: the organisation's. For other kinds the caller. */
  readonly userId: string | null
}

export async function readPreviewValues(
  db: Db,
  { kind, language, merchantId, userId }: Wanted,
  { caller, settings, now }: Pick<Context<UserCaller>, 'caller' | 'settings' | 'now'>,
): Promise<VariableValues> {
  const isOfTicket = ['CRM.Support.Lookup', 'Platform.Support.Lookup'].some((one) =>
    caller.permissions.has(one),
  )
  const signing = `${kind}_signature` as SignatureKind
  const [merchant, ticket, operator, signature] = await Promise.all([
    findMerchant(db, merchantId),
    isOfTicket && kind === 'email' ? findTicket(db) : undefined,
    signatureValues(db, userId),
    kind === 'proposal' || kind === 'agreement'
      ? findSignature(db, signing, { userId, language })
      : undefined,
  ])
  if (merchant === undefined && merchantId !== null) throw notFound('The merchant')
  const [firstName = ''] = caller.name.split(' ')
  return {
    ...operator,
    ...merchantValues(merchant, language),
    signature: signature ?? '',
    date: longDate(now, language, caller.timeZone),
    firstName,
    inviter: caller.name,
    requester: caller.name,
    link: settings.publicUrl,
    days: '7',
    minutes: '60',
    change: textIn(msg('Your password was changed.'), language),
    ticketCode: ticket?.code ?? 'T-1',
    ticketSubject: ticket?.subject ?? '…',
    author: ticket?.author ?? caller.name,
    message: ticket?.message ?? '…',
    documentSubject: textIn(msg('Card payments'), language),
  }
}
