import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { wordsOf } from './offer-labels.contract.ts'
import { offerTexts } from './offers.messages.ts'
import { OffersList } from './offers-list.tsx'

const msg = messagesOf(import.meta.url)

const texts = { title: msg('Proposals and agreements') } as const

/** A merchant finds again what it was offered. */
export default function OwnOffers() {
  const { title } = useTexts(texts)
  const { about } = useTexts(offerTexts)
  const seesProposals = useMay(wordsOf.proposal.answering)
  const seesAgreements = useMay(wordsOf.agreement.answering)
  return (
    <Page title={title} description={about}>
      {seesProposals && <OffersList kind="proposal" />}
      {seesAgreements && <OffersList kind="agreement" />}
    </Page>
  )
}
