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
import { findMerchant } from './templates.queries.ts'

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
  const signing = `${kind}_signature` as SignatureKind
  const [merchant, operator, signature] = await Promise.all([
    findMerchant(db, merchantId),
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
    // of no real ticket: who edits templates may not see every one
    ticketCode: 'T-1',
    ticketSubject: textIn(msg('A question about a payment'), language),
    author: caller.name,
    message: textIn(msg('Thank you. We are looking into it.'), language),
    documentSubject: textIn(msg('Card payments'), language),
  }
}
