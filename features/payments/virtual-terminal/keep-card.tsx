import { causeText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { cardUses } from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { CheckField, ChoiceField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { CurrencyField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { Facts, Section } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { CardFrame, type CardFrameHandle } from './card-frame.tsx'
import { storeTerminalCard, terminalCard } from './virtual-terminal.contract.ts'
import { terminalTexts } from './virtual-terminal.messages.ts'
import classes from './virtual-terminal.module.css'

type Kept = AnswerOf<typeof storeTerminalCard>

/** What the customer agreed to is ticked one by one. */
const form = terminalCard.omit({ uses: true, consent: true }).extend({
  ...{ customer: z.boolean(), recurring: z.boolean(), instalment: z.boolean() },
  ...{ unscheduled: z.boolean(), payout: z.boolean(), consent: z.boolean() },
})

/** Whose card is kept and what for, for another card where the first is refused. */
type Agreed = Omit<z.output<typeof form>, 'consent'>

interface Place {
  readonly ticket: string
  readonly isTest: boolean
  readonly currency: string
  readonly merchant: { merchantId?: string }
  onExpired(): void
}

/** A card that a customer let the merchant keep by mail or telephone is checked by its issuer, and nothing is taken. */
export function KeepCard(place: Place) {
  const [kept, setKept] = useState<Kept>()
  const [agreed, setAgreed] = useState<Agreed>()
  return kept === undefined ? (
    <KeepCardForm {...place} agreed={agreed} onAgreed={setAgreed} onKept={setKept} />
  ) : (
    <KeptCard
      kept={kept}
      onRetry={() => setKept(undefined)}
      onAgain={() => {
        setAgreed(undefined)
        setKept(undefined)
      }}
    />
  )
}

interface Agreement {
  readonly agreed: Agreed | undefined
  onAgreed(agreed: Agreed): void
  onKept(kept: Kept): void
}

function KeepCardForm(props: Place & Agreement) {
  const t = useTexts(terminalTexts)
  const frame = useRef<CardFrameHandle>(null)
  const [fault, setFault] = useState<string>()
  const keep = useAction(storeTerminalCard, { quiet: true, onDone: props.onKept })
  const fields = useSchemaForm(form, {
    ...{ currency: props.currency, orderType: 'telephone', email: '' },
    ...{ customer: true, recurring: false, instalment: false, unscheduled: false, payout: false },
    // what was agreed to of one card is not agreed to of another
    ...{ ...props.merchant, ...props.agreed, consent: false },
  })
  return (
    <Form
      form={fields}
      problem={keep.problem}
      onSubmit={async ({ consent, ...typed }) => {
        setFault(undefined)
        const { customer, recurring, instalment, unscheduled, payout, ...order } = typed
        const ticked = { customer, recurring, instalment, unscheduled, payout }
        const uses = cardUses.filter((use) => ticked[use])
        if (!consent || uses.length === 0) {
          const missing = uses.length === 0 ? 'customer' : 'consent'
          return fields.setError(missing, { message: t.consentMissing }, { shouldFocus: true })
        }
        props.onAgreed(typed)
        const answer = await frame.current?.askForToken()
        if (answer === undefined) return
        if ('token' in answer) {
          await keep.run({ body: { ...order, uses, consent: true, token: answer.token.id } })
          return
        }
        if (answer.fault === 'fields') return
        const isOver = answer.fault === 'virtual_terminal.ticket'
        setFault(isOver ? t.expiredKeep : t.lostKeep)
        if (isOver) props.onExpired()
      }}
    >
      <p>{t.keepAbout}</p>
      <div className={classes.pair}>
        <TextField name="email" kind="payerEmail" label={t.email} isRequired />
        <CurrencyField name="currency" label={t.currency} isRequired />
      </div>
      <ChoiceField
        name="orderType"
        label={t.agreed}
        choices={(['telephone', 'mail'] as const).map((value) => ({ value, label: t[value] }))}
      />
      <fieldset className={classes.card}>
        <legend>{t.keptFor}</legend>
        {cardUses.map((use) => (
          <CheckField key={use} name={use} label={t.keptUses[use]} />
        ))}
      </fieldset>
      <CheckField name="consent" label={t.consent} />
      <fieldset className={classes.card}>
        <legend>{t.card}</legend>
        <p className={classes.hint}>{t.cardHint}</p>
        <CardFrame ticket={props.ticket} title={t.card} handle={frame} />
      </fieldset>
      {fault !== undefined && <p role="alert">{fault}</p>}
      <Button type="submit" loading={keep.isRunning}>
        {props.isTest ? t.keepTest : t.keep}
      </Button>
    </Form>
  )
}

/** What the issuer said of the card. */
function KeptCard(props: { kept: Kept; onRetry(): void; onAgain(): void }) {
  const t = useTexts(terminalTexts)
  const { language } = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { brand, last4, verification } = props.kept
  const { state, securityCode, declineReason } = verification
  const titles = { approved: t.kept, pending: t.keptLater, declined: t.notKept, failed: t.notKept }
  const isRefused = state === 'declined' || state === 'failed'
  const reason = causeText({ cause: declineReason, causeCode: null, causeValues: null }, language)
  const name = paymentLabel('brand', brand, language)
  return (
    <Section>
      <div className={classes.receipt} role="status">
        <h2 ref={heading} tabIndex={-1} className={isRefused ? classes.bad : classes.good}>
          {titles[state]}
        </h2>
        <Facts
          facts={[
            [t.card, last4 === null ? name : `${name} •••• ${last4}`],
            ...(securityCode === null ? [] : [[t.code, t.codes[securityCode]] as const]),
            ...(isRefused ? [[t.why, reason ?? '–'] as const] : []),
          ]}
        />
        <div className={classes.actions}>
          {isRefused && (
            <Button size="sm" onClick={props.onRetry}>
              {t.retry}
            </Button>
          )}
          <Button size="sm" {...(isRefused ? { variant: 'default' } : {})} onClick={props.onAgain}>
            {isRefused ? t.keepNew : t.keepAnother}
          </Button>
        </div>
      </div>
    </Section>
  )
}
