import { MerchantSelect } from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import type { PaymentView } from '@counterfoil/features/payments/processing/payments.schema.ts'
import {
  type ChargeUse,
  chargeUse,
} from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import {
  AmountField,
  CheckField,
  ChoiceField,
  TextField,
} from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { CurrencyField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState } from '@counterfoil/kit/web/page/states.tsx'
import { modesOf } from '@counterfoil/kit/web/session/modes.rules.ts'
import { SystemModeFilter, useSystemMode } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, SegmentedControl } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { CardFrame, type CardFrameHandle } from './card-frame.tsx'
import { KeepCard } from './keep-card.tsx'
import { StoredCardChoice, useStoredCards } from './stored-card-choice.tsx'
import { TerminalReceipt } from './terminal-receipt.tsx'
import { createTerminalPayment, openTerminal, terminalOrder } from './virtual-terminal.contract.ts'
import { terminalTexts } from './virtual-terminal.messages.ts'
import classes from './virtual-terminal.module.css'

type Terminal = AnswerOf<typeof openTerminal>
/** The order without the card. */
type Ordered = z.output<typeof terminalOrder>

/** What was emptied is not sent. */
const typed = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema)
const { email, externalId, description } = terminalOrder.shape
const typedOrder = terminalOrder.extend({
  ...{ email: typed(email), externalId: typed(externalId), description: typed(description) },
  /** The stored card that is charged; absent: the card is entered. */
  storedCardId: z.string().optional(),
  use: chargeUse.optional(),
})

/** A payment with a stored card, as it is asked for. */
function ofStored(
  id: string,
  use: ChargeUse,
  { orderType, ...order }: z.output<typeof terminalOrder>,
) {
  return use === 'customer'
    ? { ...order, orderType, storedCard: { id, initiator: 'customer' as const } }
    : { ...order, storedCard: { id, initiator: 'merchant' as const, reason: use } }
}

/** Orders by mail and telephone. An operator chooses the merchant first. */
export default function VirtualTerminalPage() {
  const t = useTexts(terminalTexts)
  const { audience, merchantId, processingStatus } = useUser()
  const { mode } = useSystemMode()
  // in the address: an operator who opened the payment comes back to the merchant's terminal
  const [search, setSearch] = useSearchParams()
  const named = search.get('merchant')
  const setNamed = (id: string | null) =>
    setSearch(id === null ? {} : { merchant: id }, { replace: true })
  const chosen = audience === 'merchant' ? merchantId : named
  return (
    <Page title={t.title} description={t.description}>
      {audience !== 'merchant' && (
        <div className={classes.choice}>
          <Suspense>
            <MerchantSelect
              label={t.merchant}
              placeholder={t.choose}
              value={named}
              onChange={setNamed}
            />
          </Suspense>
          <SystemModeFilter />
        </div>
      )}
      {chosen === null ? (
        <EmptyState title={t.chooseMerchant} />
      ) : processingStatus === 'NoProcessing' ? (
        <EmptyState title={t.noProcessing} />
      ) : (
        <OpenTerminal key={`${chosen} ${mode}`} merchantId={chosen} />
      )}
    </Page>
  )
}

function OpenTerminal({ merchantId }: { merchantId: string }) {
  const { audience } = useUser()
  const [terminal, setTerminal] = useState<Terminal>()
  const t = useTexts(terminalTexts)
  const [paid, setPaid] = useState<PaymentView>()
  /** What was ordered, for another card where the first is refused. */
  const [ordered, setOrdered] = useState<Ordered>()
  const [action, setAction] = useState<'pay' | 'keep'>('pay')
  const open = useAction(openTerminal, { quiet: true, onDone: setTerminal })
  const body = audience === 'merchant' ? {} : { merchantId }
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void open.run({ body })
  })
  if (terminal === undefined) return <ProblemNote problem={open.problem} />
  return (
    <>
      <ModeNote terminal={terminal} isKeeping={action === 'keep'} />
      {paid === undefined && (
        <SegmentedControl
          aria-label={t.action}
          value={action}
          onChange={setAction}
          data={(['pay', 'keep'] as const).map((value) => ({ value, label: t.actions[value] }))}
        />
      )}
      {action === 'keep' ? (
        <KeepCard
          ticket={terminal.ticket}
          isTest={terminal.mode === 'Test'}
          currency={terminal.homeCurrency}
          merchant={body}
          onExpired={() => void open.run({ body })}
        />
      ) : paid === undefined ? (
        <TerminalForm
          terminal={terminal}
          merchant={body}
          ordered={ordered}
          onOrder={setOrdered}
          onPaid={setPaid}
          onExpired={() => void open.run({ body })}
        />
      ) : (
        <TerminalReceipt
          payment={paid}
          merchantName={terminal.merchantName}
          isSandbox={terminal.isSandbox}
          onRetry={() => setPaid(undefined)}
          onAgain={() => {
            setOrdered(undefined)
            setPaid(undefined)
          }}
        />
      )}
    </>
  )
}

/** Test, Live and Live at a sandbox differ by colour, words and the button. */
function ModeNote({ terminal, isKeeping }: { terminal: Terminal; isKeeping: boolean }) {
  const t = useTexts(terminalTexts)
  const isTest = terminal.mode === 'Test'
  const test = modesOf(useUser()).includes('Live') ? t.testText : t.testAloneText
  const real = isKeeping ? t.liveKeepText : t.liveText
  const note = isTest
    ? { look: classes.test, title: t.test, text: test }
    : terminal.isSandbox
      ? { look: classes.sandbox, title: t.liveSandbox, text: t.liveSandboxText }
      : { look: classes.live, title: t.live, text: real }
  return (
    <p className={note.look}>
      <strong>{note.title}</strong> {note.text}
    </p>
  )
}

function TerminalForm(props: {
  terminal: Terminal
  merchant: { merchantId?: string }
  ordered: Ordered | undefined
  onOrder(order: Ordered): void
  onPaid(payment: PaymentView): void
  onExpired(): void
}) {
  const t = useTexts(terminalTexts)
  const money = useMoney()
  const { terminal } = props
  const frame = useRef<CardFrameHandle>(null)
  const [fault, setFault] = useState<string>()
  const pay = useAction(createTerminalPayment, { quiet: true, onDone: props.onPaid })
  // the answer of an earlier try did not come, and the order was changed since
  const isUsed = pay.problem?.code === 'card_token.gone'
  const fields = useSchemaForm(typedOrder, {
    ...{ currency: terminal.homeCurrency, orderType: 'telephone', capture: true },
    ...props.merchant,
    ...props.ordered,
  })
  const [amount, currency, capture] = fields.watch(['amount', 'currency', 'capture'])
  const [address, storedCardId, use] = fields.watch(['email', 'storedCardId', 'use'])
  const cards = useStoredCards(String(address ?? ''), props.merchant)
  // of another customer's e-mail it is no longer there to choose
  const stored = cards.find(({ id }) => id === storedCardId)
  const isByMerchant = stored !== undefined && use !== undefined && use !== 'customer'
  const labels =
    terminal.mode === 'Test'
      ? { charge: t.chargeTest, reserve: t.reserveTest }
      : { charge: t.charge, reserve: t.reserve }
  const label =
    typeof amount === 'number'
      ? (capture === false ? labels.reserve : labels.charge)({ amount: money(amount, currency) })
      : t.without

  return (
    <Form
      form={fields}
      problem={isUsed ? null : pay.problem}
      onSubmit={async ({ storedCardId: _, use: chosenUse, ...order }) => {
        setFault(undefined)
        props.onOrder(order)
        if (stored !== undefined) {
          const isCovered = chosenUse !== undefined && stored.uses.includes(chosenUse)
          if (!isCovered) {
            return fields.setError('use', { message: t.useMissing }, { shouldFocus: true })
          }
          await pay.run({ body: ofStored(stored.id, chosenUse, order) })
          return
        }
        const answer = await frame.current?.askForToken()
        if (answer === undefined) return
        if ('token' in answer) {
          await pay.run({ body: { ...order, token: answer.token.id } })
          return
        }
        if (answer.fault === 'fields') return
        const isOver = answer.fault === 'virtual_terminal.ticket'
        setFault(isOver ? t.expired : t.lost)
        if (isOver) props.onExpired()
      }}
    >
      <div className={classes.pair}>
        <AmountField name="amount" label={t.amount} currency={currency} isRequired />
        <CurrencyField name="currency" label={t.currency} isRequired />
      </div>
      <div className={classes.pair}>
        {!isByMerchant && (
          <ChoiceField
            name="orderType"
            label={t.orderType}
            choices={(['telephone', 'mail'] as const).map((value) => ({ value, label: t[value] }))}
          />
        )}
        <CheckField name="capture" label={t.capture} description={t.captureHint} />
      </div>
      {terminal.websites.length > 0 && (
        <ChoiceField
          name="websiteId"
          label={t.website}
          none={t.noWebsite}
          choices={terminal.websites.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <div className={classes.pair}>
        <TextField name="externalId" label={t.reference} />
        <TextField name="email" kind="payerEmail" label={t.email} />
      </div>
      <TextField name="description" label={t.about} />
      <fieldset className={classes.card}>
        <legend>{t.card}</legend>
        {cards.length > 0 && <StoredCardChoice cards={cards} chosen={stored} />}
        <p className={classes.hint}>{stored === undefined ? t.cardHint : t.storedHint}</p>
        {stored === undefined && (
          <CardFrame ticket={terminal.ticket} title={t.card} handle={frame} />
        )}
      </fieldset>
      {fault !== undefined && <p role="alert">{fault}</p>}
      {isUsed && fault === undefined && <p role="alert">{t.used}</p>}
      <Button type="submit" loading={pay.isRunning}>
        {label}
      </Button>
    </Form>
  )
}
