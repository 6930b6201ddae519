import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTimeField } from '@counterfoil/kit/web/form/date-fields.tsx'
import {
  AmountField,
  CheckField,
  ChoiceField,
  TextAreaField,
  TextField,
} from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { CurrencyField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { z } from 'zod'
import { createPaymentLink, listLinkWebsites } from './payment-links.contract.ts'
import { linkTexts } from './payment-links.messages.ts'
import { newLink } from './payment-pages.contract.ts'
import type { PaymentLink } from './payment-pages.schema.ts'

export type LinkValues = Partial<z.input<typeof newLink>>

/** What was emptied is not sent. */
const typed = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema)
const { externalId, returnUrl, websiteId } = newLink.shape
const form = newLink.omit({ storeCard: true }).extend({
  ...{ externalId: typed(externalId), returnUrl: typed(returnUrl), websiteId: typed(websiteId) },
  /** Payers are asked whether the merchant may keep the card. */
  keepsCard: z.boolean(),
})
/** What the portal asks payers for; more is asked by API. */
const forPayers: NonNullable<LinkValues['storeCard']> = { uses: ['customer'] }
const formId = 'new-payment-link'

/** A link of a fixed amount or of one within limits. */
export function NewLinkDialog(props: {
  values: LinkValues
  onClose(): void
  onCreated(link: PaymentLink): void
}) {
  const t = useTexts(linkTexts)
  const create = useAction(createPaymentLink, { quiet: true, onDone: props.onCreated })
  const { storeCard, ...values } = props.values
  const fields = useSchemaForm(form, {
    ...{ usage: 'single', description: '', keepsCard: storeCard !== undefined },
    ...values,
  })
  const websites = useCall(listLinkWebsites, {}).data?.data ?? []
  const [currency, min, max] = fields.watch(['currency', 'minAmount', 'maxAmount'])
  const hasLimits = min !== undefined || max !== undefined || fields.watch('amount') === undefined
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t.create}
      keepsOpenOutside
      action={{ label: t.create, form: formId, isRunning: create.isRunning }}
    >
      <Form
        id={formId}
        form={fields}
        problem={create.problem}
        onSubmit={({ keepsCard, ...body }) => {
          const kept = keepsCard ? { storeCard: storeCard ?? forPayers } : {}
          return create.run({ body: { ...body, ...kept } })
        }}
      >
        <TextAreaField name="description" label={t.what} isRequired maxLength={500} rows={[2, 5]} />
        <CurrencyField name="currency" label={t.currency} isRequired />
        <AmountField name="amount" label={t.fixed} currency={currency} />
        {hasLimits && (
          <>
            <AmountField name="minAmount" label={t.least} currency={currency} />
            <AmountField name="maxAmount" label={t.most} currency={currency} />
          </>
        )}
        <ChoiceField
          name="usage"
          label={t.usage}
          choices={(['single', 'multiple'] as const).map((value) => ({ value, label: t[value] }))}
        />
        <DateTimeField name="expiresAt" label={t.expires} />
        <TextField name="externalId" label={t.order} />
        {websites.length > 0 && (
          <ChoiceField
            name="websiteId"
            label={t.website}
            description={t.websiteHint}
            none={t.noWebsite}
            choices={websites.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <CheckField name="keepsCard" label={t.keepsCard} description={t.keepsCardHint} />
        <TextField name="returnUrl" label={t.returnUrl} description={t.returnHint} />
      </Form>
    </Dialog>
  )
}
