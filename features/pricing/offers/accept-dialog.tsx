import { CheckField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { z } from 'zod'
import type { useAnswer } from './offer-answer.tsx'
import { useFee } from './offer-document.tsx'
import { type Agreement, boardingFees, type Proposal, signedBy } from './offers.contract.ts'
import { acceptTexts, feeTexts, offerTexts } from './offers.messages.ts'
import { documentOf } from './offers.rules.ts'

export interface AcceptDialogProps {
  readonly offer: Proposal | Agreement
  readonly answering: ReturnType<typeof useAnswer>
}

/** What the merchant is about to accept, with the name of who does and the consent to be bound. */
export default function AcceptDialog({ offer, answering }: AcceptDialogProps) {
  const t = useTexts(acceptTexts)
  const { firstName, lastName } = useUser()
  const schema = z.object({ signedBy, consent: z.literal(true, t.consentMissing) })
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const form = useSchemaForm(schema, { signedBy: name, consent: undefined })
  return (
    <Dialog
      isOpen
      onClose={answering.stop}
      title={t.title}
      keepsOpenOutside
      action={{
        label: t.accept({ version: offer.version }),
        form: 'accept-offer',
        isRunning: answering.action.isRunning,
      }}
    >
      <Form
        id="accept-offer"
        form={form}
        about={`accept ${offer.id}`}
        problem={answering.action.problem}
        onSubmit={(values) => answering.accept(values)}
      >
        <Accepted offer={offer} />
        <TextField name="signedBy" label={t.signedBy} isRequired />
        <CheckField name="consent" label={t.consent({ merchant: offer.merchantName })} />
      </Form>
    </Dialog>
  )
}

/** The heads of the document: which version of what, and its fees. */
export function Accepted({ offer }: { offer: Proposal | Agreement }) {
  const t = useTexts(offerTexts)
  const fees = useTexts(feeTexts)
  const feeText = useFee()
  const products = documentOf(offer).entries.map(({ productName }) => productName)
  return (
    <Facts
      facts={[
        [t.subject, offer.subject],
        [t.version, offer.version],
        [t.merchant, offer.merchantName],
        [t.tenant, offer.tenantName],
        ...boardingFees
          .filter((fee) => offer[fee] > 0)
          .map((fee) => [fees[fee], feeText(offer[fee], offer.currency)] as const),
        [t.products, products.length === 0 ? t.noProducts : products.join(', ')],
      ]}
    />
  )
}
