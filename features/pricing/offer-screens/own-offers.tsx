import { wordsOf } from '@counterfoil/features/pricing/offers/offer-words.contract.ts'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Page } from '@counterfoil/kit/web/page.tsx'
import { useMay } from '@counterfoil/kit/web/user.tsx'
import { offerTexts } from './offers.messages.ts'
import { OffersList } from './offers-list.tsx'

const texts = { title: ['Proposals and agreements', 'Teklifler ve sözleşmeler'] } as const

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
