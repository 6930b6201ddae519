import { useAction, useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTimeField } from '@counterfoil/kit/web/form/date-fields.tsx'
import { AmountField, ChoiceField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { RichTextField } from '@counterfoil/kit/web/form/rich-text-field.tsx'
import { changedByThemAlone, isAlike, StaleNote } from '@counterfoil/kit/web/form/stale-note.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { plainTextOf } from '@counterfoil/kit/web/formats/rich-text.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useFeeValue } from './offer-document.tsx'
import { type OfferFormValues, offerForm, toFormValues, toOfferTerms } from './offer-form.rules.ts'
import type { OfferKind } from './offer-kinds.schema.ts'
import { OfferLines } from './offer-lines.tsx'
import {
  type Agreement,
  boardingFees,
  type OfferTerms,
  offerCalls,
  type Proposal,
} from './offers.contract.ts'
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
  const [current, setCurrent] = useState<Proposal | Agreement>()
  const { client } = useClient()
  const leave = () => {
    settled.current = true
    onDone()
  }
  /** What a colleague alone changed is taken over; of the rest the user decides. */
  function compareWith(now: Proposal | Agreement) {
    const theirs = toFormValues(now)
    const versions = {
      base: termsOf(toFormValues(current ?? opened)),
      mine: termsOf(form.getValues()),
      theirs: termsOf(theirs),
    }
    for (const name of changedByThemAlone(termNames, versions))
      form.setValue(name, theirs[name] as never)
    setCurrent(now)
  }
  const save = useAction(offerCalls[kind].update, {
    quiet: true,
    rereadsOnConflict: true,
    onDone: () => {
      showSnackbar({ message: t.saved, tone: 'success' })
      leave()
    },
    onProblem: ({ code }) => {
      if (code !== 'offer.stale') return
      const { read } = offerCalls[kind]
      client.send(read, { params: { id: opened.id } }).then(compareWith, () => undefined)
    },
  })
  const send = (values: OfferFormValues, { revision } = opened) =>
    save.run({ params: { id: opened.id }, body: { ...toOfferTerms(values), revision } })
  return (
    <SideDrawer isOpen onClose={onDone} title={words.edit}>
      <Form
        form={form}
        about={`${kind} ${opened.id}`}
        problem={
          current !== undefined && save.problem?.code === 'offer.stale' ? null : save.problem
        }
        settled={settled}
        onSubmit={(values) => send(values)}
      >
        <TextField name="subject" label={t.subject} kind="text" isRequired />
        <RichTextField name="body" label={t.text} isRequired variables={none} />
        <Fees own={opened.currency} />
        <OfferLines />
        <DateTimeField name="expiresAt" label={t.expiresAt} />
        {current !== undefined && (
          <Versions
            current={current}
            onKeepMine={form.handleSubmit((values) => send(values, current))}
            onTakeTheirs={leave}
          />
        )}
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

const termNames = [
  ...(['subject', 'body', 'currency'] as const),
  ...boardingFees,
  ...(['entries', 'expiresAt'] as const),
]

/** What is typed as the API takes it, so that equal lines are equal however their fields were filled in. */
const termsOf = (typed: OfferFormValues): OfferTerms => toOfferTerms(typed)

/** What is typed beside what a colleague saved meanwhile. */
function Versions(props: {
  current: Proposal | Agreement
  onKeepMine(): unknown
  onTakeTheirs(): void
}) {
  const { current, ...choice } = props
  const t = useTexts(offerTexts)
  const fees = useTexts(feeTexts)
  const mine = termsOf(useFormContext<OfferFormValues>().watch())
  const theirs = termsOf(toFormValues(current))
  const termText = useTermText()
  const labels = {
    ...{ subject: t.subject, body: t.text, currency: t.currency, entries: t.products },
    ...{ expiresAt: t.expiresAt, ...fees },
  }
  const differing = termNames
    .filter((name) => !isAlike(mine[name], theirs[name]))
    .map((name) => ({
      ...{ name, label: labels[name] },
      ...{ mine: termText(mine, name), theirs: termText(theirs, name) },
    }))
  return <StaleNote isMerged differing={differing} {...choice} />
}

function useTermText(): (terms: OfferTerms, name: (typeof termNames)[number]) => ReactNode {
  const feeValue = useFeeValue()
  return (terms, name) => {
    const { currency } = terms
    switch (name) {
      case 'subject':
      case 'currency':
        return terms[name]
      case 'body':
        return plainTextOf(terms.body)
      case 'expiresAt':
        return <DateTime value={terms.expiresAt} />
      case 'entries':
        return terms.entries.map(({ productName, items }) => (
          <p key={productName}>
            {[
              productName,
              ...items.map(
                ({ feeTypeName, unit, value }) =>
                  `${feeTypeName} ${feeValue(value, unit === 'percentage' ? '%' : currency, currency)}`,
              ),
            ].join(' · ')}
          </p>
        ))
      default:
        return feeValue(terms[name], currency, currency)
    }
  }
}

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
