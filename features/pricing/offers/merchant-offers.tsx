import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { NewOffer, type OpenOpportunity } from './new-offer.tsx'
import { createPermission, type OfferKind, offerKinds } from './offer-kinds.schema.ts'
import { kindTexts } from './offers.messages.ts'
import { OffersList } from './offers-list.tsx'

/** The offers to one merchant, on its page. */
export function MerchantOffers(props: {
  merchantId: string
  /** Those that a new proposal can be for. */
  opportunities: readonly OpenOpportunity[] | undefined
}) {
  const { merchantId, opportunities } = props
  return offerKinds.map((kind) => (
    <OffersList
      key={kind}
      kind={kind}
      merchantId={merchantId}
      actions={<MakeButton kind={kind} merchantId={merchantId} opportunities={opportunities} />}
    />
  ))
}

function MakeButton(props: {
  kind: OfferKind
  merchantId: string
  opportunities: readonly OpenOpportunity[] | undefined
}) {
  const { kind, merchantId, opportunities } = props
  const t = useTexts(kindTexts[kind])
  const mayMake = useMay(createPermission)
  const [isMaking, setMaking] = useState(false)
  const [, setAddress] = useSearchParams()
  if (!mayMake) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setMaking(true)}>
        {t.make}
      </Button>
      {isMaking && (
        <NewOffer
          kind={kind}
          merchantId={merchantId}
          opportunities={opportunities}
          onMade={(id) => {
            setMaking(false)
            setAddress({ [kind]: id, new: '' })
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  )
}
