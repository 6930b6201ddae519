import type { PayerKey } from '@counterfoil/features/payments/linked-payments/linked-payments.contract.ts'
import {
  listMyTickets,
  listTickets,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { maskCard } from '@counterfoil/kit/web/formats/card-number.ts'
import { useCrumb } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { supportLookups } from '@counterfoil/kit/web/session/support-request.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useLocation, useParams } from 'react-router'
import { Cards, Disputes, Emails, Payments, Refunds, Tickets, Totals } from './payer-records.tsx'
import { type Payer, readMerchantPayer, readPayer } from './payers.contract.ts'
import { commonTexts, payerTexts } from './payers.messages.ts'
import { StoredCards } from './stored-cards.tsx'

/** The most tickets that are shown. */
const maxTickets = 50

/** Everything of one e-mail, card, address or device that the reader may see: payments, refunds, disputes, cards and tickets. */
export default function PayerPage() {
  const t = useTexts(payerTexts)
  const common = useTexts(commonTexts)
  const { audience } = useUser()
  const { id = '', by = '' } = useParams()
  const params = { id, by: by as PayerKey }
  const answer = useCall(audience === 'merchant' ? readMerchantPayer : readPayer, { params })
  const payer = answer.data
  const name = payer && nameOf(payer)
  useCrumb(name)
  if (payer === undefined) {
    return (
      <Page title={t.title}>
        {answer.error === null ? (
          <LoadingLines lines={8} />
        ) : (
          <ErrorState problem={answer.error} onRetry={() => answer.refetch()} />
        )}
      </Page>
    )
  }
  return (
    <Page title={name ?? t.title} description={common[payer.by]}>
      <Totals payer={payer} />
      <Records payer={payer} />
    </Page>
  )
}

const nameOf = ({ value, card }: Payer) => (card === null ? (value ?? '') : maskCard(card))

function Records({ payer }: { payer: Payer }) {
  const { audience } = useUser()
  const { pathname } = useLocation()
  const list = pathname.replace(/\/[^/]+\/payer\/[^/]+\/?$/, '')
  const mayReadTickets = useMay(...supportLookups)
  const query = {
    transactionId: payer.payments.map(({ id }) => id),
    search: '',
    page: 0,
    size: maxTickets,
  }
  const tickets = useCall(
    audience === 'platform' ? listTickets : listMyTickets,
    { query },
    { enabled: mayReadTickets, quiet: true },
  )
  const parts = { payer, list }
  return (
    <>
      <Payments {...parts} />
      <Refunds {...parts} />
      <Disputes {...parts} />
      <StoredCards {...parts} />
      {payer.by !== 'card' && <Cards {...parts} />}
      {payer.by !== 'email' && <Emails {...parts} />}
      {mayReadTickets && <Tickets tickets={tickets.data?.data ?? []} />}
    </>
  )
}
