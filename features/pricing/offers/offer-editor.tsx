import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTimeField } from '@counterfoil/kit/web/form/date-fields.tsx'
import { AmountField, ChoiceField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { RichTextField } from '@counterfoil/kit/web/form/rich-text-field.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { offerForm, toFormValues, toOfferTerms } from './offer-form.rules.ts'
import type { OfferKind } from './offer-kinds.schema.ts'
import { OfferLines } from './offer-lines.tsx'
import { type Agreement, boardingFees, offerCalls, type Proposal } from './offers.contract.ts'
import { feeTexts, kindTexts, offerTexts } from './offers.messages.ts'
import classes from './offers.module.css'

/** Edits a draft. A saved draft is shown as the merchant will read it, and is sent from there. */
export default function OfferEditor(props: {
  kind: OfferKind
  offer: Proposal | Agreement
  onDone(): void
}) {
  const { kind, offer, onDone } = props
  const t = useTexts(offerTexts)
  const words = useTexts(kindTexts[kind])
  // the version that was opened is changed, even if another user saves meanwhile
  const [opened] = useState(offer)
  const schema = useMemo(() => offerForm(t.valueMissing), [t])
  const form = useSchemaForm(schema, toFormValues(opened), 'onBlur')
  const settled = useRef(false)
  const save = useAction(offerCalls[kind].update, {
    quiet: true,
    rereadsOnConflict: true,
    onDone: () => {
      showSnackbar({ message: t.saved, tone: 'success' })
      settled.current = true
      onDone()
    },
  })
  return (
    <SideDrawer isOpen onClose={onDone} title={words.edit}>
      <Form
        form={form}
        about={`${kind} ${opened.id}`}
        problem={save.problem}
        settled={settled}
        onSubmit={(values) =>
          save.run({
            params: { id: opened.id },
            body: { ...toOfferTerms(values), revision: opened.revision },
          })
        }
      >
        <TextField name="subject" label={t.subject} kind="text" isRequired />
        <RichTextField name="body" label={t.text} isRequired variables={none} />
        <Fees own={opened.currency} />
        <OfferLines />
        <DateTimeField name="expiresAt" label={t.expiresAt} />
        <div className={classes.formFooter}>
          <Button type="submit" loading={save.isRunning}>
            {t.save}
          </Button>
        </div>
      </Form>
    </SideDrawer>
  )
}

const none: never[] = []

function Fees({ own }: { own: string }) {
  const t = useTexts(offerTexts)
  const names = useTexts(feeTexts)
  const { currencies } = useUserContext()
  const currency = String(useFormContext().watch('currency'))
  const codes = [...new Set([own, ...currencies.map(({ id }) => id)])]
  return (
    <fieldset className={classes.part}>
      <legend>{t.boardingFees}</legend>
      <div className={classes.fields}>
        <ChoiceField
          name="currency"
          label={t.currency}
          isRequired
          {...(currency === own ? {} : { description: t.currencyHint({ own }) })}
          choices={codes.map((value) => ({ value, label: value }))}
        />
        {boardingFees.map((fee) => (
          <AmountField key={fee} name={fee} label={names[fee]} currency={currency} isRequired />
        ))}
      </div>
    </fieldset>
  )
}
