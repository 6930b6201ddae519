import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { requestsPath } from '@counterfoil/features/payments/merchant-mids/merchant-mids.contract.ts'
import { mids } from '@counterfoil/features/routing/mids/mids.resource.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { inEachLanguage, textIn } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { RequestRow } from './channel-requests.queries.ts'
import type { RequestKind } from './channel-requests.schema.ts'

const msg = messagesOf(import.meta.url)

const operatorsPath = '/crm/settings/channel-requests'

const texts = msg({
  asked: '{merchant} asks for a change of its payment channels',
  approved: 'A change of payment channels that you requested was made',
  refused: 'A change of payment channels that you requested was refused',
  because: '{what}: {why}',
})

const kinds: Readonly<Record<RequestKind, ReturnType<typeof msg>>> = msg({
  open: 'A payment method is to be opened',
  limit: 'A limit is to be changed',
  schedule: 'The opening times are to be changed',
  descriptor: 'The text on statements is to be changed',
})

interface By {
  readonly jobs: Jobs
  readonly now: Date
}

const described = ({ kind }: Pick<RequestRow, 'kind'>, why: string) =>
  inEachLanguage((language) => {
    const what = textIn(kinds[kind as RequestKind], language)
    return why === '' ? what : textIn(texts.because, language, { what, why: escaped(why) })
  })

/** Notifies those who decide on it that a merchant asks for something. */
export const notifyAsked = (db: Db, { jobs, now }: By, request: RequestRow): Promise<void> =>
  notify(db, jobs, {
    to: {
      audience: 'tenant',
      permission: mids.permission.edit,
      merchantId: request.merchant_id,
    },
    type: 'ChannelRequest',
    title: inEachLanguage((language) =>
      textIn(texts.asked, language, { merchant: request.merchant_name }),
    ),
    description: described(request, request.reason),
    objectUrl: `${operatorsPath}?request=${request.id}`,
    onceFor: `channel request ${request.id}`,
    now,
  })

/** Notifies the person who asked what was decided. */
export const notifyDecided = (
  db: Db,
  { jobs, now }: By,
  request: RequestRow,
  decision: { readonly state: 'approved' | 'refused'; readonly answer: string },
): Promise<void> =>
  notify(db, jobs, {
    to: { userIds: [request.asked_by] },
    type: 'ChannelRequest',
    title: texts[decision.state],
    description: described(request, decision.answer),
    objectUrl: `${requestsPath}?request=${request.id}`,
    onceFor: `channel request ${request.id} decided`,
    now,
  })
