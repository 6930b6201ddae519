import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { offerKindNames } from './offer-kinds.schema.ts'
import { offerTexts } from './offers.messages.ts'
import { OffersList } from './offers-list.tsx'

const msg = messagesOf(import.meta.url)

const texts = { title: msg('Proposals and agreements') } as const

/** The offers to the user's own merchant. */
export default function MerchantPortalOffers() {
  const { title } = useTexts(texts)
  const { about } = useTexts(offerTexts)
  const seesProposals = useMay(offerKindNames.proposal.answering)
  const seesAgreements = useMay(offerKindNames.agreement.answering)
  return (
    <Page title={title} description={about}>
      {seesProposals && <OffersList kind="proposal" />}
      {seesAgreements && <OffersList kind="agreement" />}
    </Page>
  )
}
