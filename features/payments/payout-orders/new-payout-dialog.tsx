import {
  createRecurringPayout,
  newRecurringPayout,
} from '@counterfoil/features/payments/recurring-payouts/recurring-payouts.contract.ts'
import {
  frequency,
  type RecurringDetails,
} from '@counterfoil/features/payments/recurring-payouts/recurring-payouts.schema.ts'
import { RecurringFields } from '@counterfoil/features/payments/recurring-payouts/recurring-payouts.screens.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayOf } from '@counterfoil/kit/contract/fields.ts'
import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateField } from '@counterfoil/kit/web/form/date-fields.tsx'
import {
  AmountField,
  CheckField,
  ChoiceField,
  TextField,
  useField,
} from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money, useMoneySign } from '@counterfoil/kit/web/formats/money.tsx'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useTimeZone, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { z } from 'zod'
import {
  createPayoutOrder,
  listPayees,
  newPayoutOrder,
  previewPayout,
} from './payout-orders.contract.ts'
import { payoutTexts, railTexts } from './payout-orders.messages.ts'
import classes from './payout-orders.module.css'
import type { PayoutDetails, PayoutSpeed } from './payout-orders.schema.ts'
import { checkWordOf, PayeeCheck } from './payout-parts.tsx'
import { type PreparedReference, prepareReference } from './reference.rules.ts'

const formId = 'new-payout'
const searchDelayMs = 300

/** What was emptied is not sent. */
const typed = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema)

const { amount, reference, externalId } = newPayoutOrder.shape
const optionalDay = typed(z.string().optional())
const schema = z
  .object({
    /** Of the beneficiary. */
    payee: z.string().min(1),
    ...{ amount, reference, externalId: typed(externalId) },
    when: z.enum(['now', 'day', 'recurring']),
    ...{ on: optionalDay, firstDay: optionalDay, lastDay: optionalDay },
    ...{ frequency, ends: z.enum(['never', 'day', 'times']) },
    times: typed(newRecurringPayout.shape.times),
    speed: typed(newPayoutOrder.shape.speed),
    despiteCheck: z.boolean().optional(),
    despiteDuplicate: z.boolean().optional(),
  })
  .superRefine((values, context) => {
    const { when, ends } = values
    const isRecurring = when === 'recurring'
    const missing = [
      ...(when === 'day' && values.on === undefined ? ['on'] : []),
      ...(isRecurring && values.firstDay === undefined ? ['firstDay'] : []),
      ...(isRecurring && ends === 'day' && values.lastDay === undefined ? ['lastDay'] : []),
      ...(isRecurring && ends === 'times' && values.times === undefined ? ['times'] : []),
    ]
    for (const name of missing) {
      // as a value that is absent: the form says it in the reader's language
      context.addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: [name] })
    }
  })

type Payee = NonNullable<ReturnType<typeof usePayees>['payees'][number]>

/** A payment to a beneficiary: what it costs, over which rail and when it goes are seen before. */
export function NewPayoutDialog(props: {
  onClose(): void
  onCreated(payout: PayoutDetails): void
  onRecurring(recurring: RecurringDetails): void
}) {
  const t = useTexts(payoutTexts)
  const [payee, choose] = useState<Payee>()
  const [timesChanged, countChange] = useState(0)
  const form = useSchemaForm(schema, {
    ...{ payee: '', reference: '', when: 'now', frequency: 'monthly', ends: 'never' },
  })
  const today = localDay(new Date(), useTimeZone())
  const chooseAnew = ({ code }: { readonly code: string }) => {
    if (code !== 'payout.payee_changed') return
    choose(undefined)
    form.setValue('payee', '')
    countChange((count) => count + 1)
  }
  const create = useAction(createPayoutOrder, {
    quiet: true,
    onDone: (payout) => {
      showSnackbar({ message: t.requested, tone: 'success' })
      props.onCreated(payout)
    },
    onProblem: chooseAnew,
  })
  const createRecurring = useAction(createRecurringPayout, {
    quiet: true,
    onDone: (recurring) => {
      showSnackbar({ message: t.recurringRequested, tone: 'success' })
      props.onRecurring(recurring)
    },
    onProblem: chooseAnew,
  })
  const values = form.watch()
  const preview = usePreview(payee, values)
  const { homeCurrency } = useUser()
  const currency = payee?.currency ?? homeCurrency ?? ''
  const isRecurring = values.when === 'recurring'
  const label = usePayLabel(payee, values)
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t.create}
      keepsOpenOutside
      action={{
        ...{ label, form: formId },
        isRunning: create.isRunning || createRecurring.isRunning,
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={isRecurring ? createRecurring.problem : create.problem}
        onSubmit={(typedValues) => {
          if (payee === undefined) return
          const { id: beneficiaryId, currency: kept, version: payeeVersion } = payee
          const of = { beneficiaryId, payeeVersion, currency: kept }
          if (typedValues.when === 'recurring') {
            return createRecurring.run({ body: { ...of, ...recurringBodyOf(typedValues) } })
          }
          return create.run({ body: { ...of, ...bodyOf(typedValues) } })
        }}
      >
        {/* asked for anew once the chosen one was changed */}
        <PayeeSelect key={timesChanged} chosen={payee} onChoose={choose} />
        <AmountField name="amount" label={t.amount} currency={currency} isRequired />
        <TextField
          name="reference"
          label={t.reference}
          description={t.referenceHint({ max: preview.data?.maxReference ?? 18 })}
          isRequired
        />
        <ChoiceField
          name="when"
          label={t.when}
          choices={[
            { value: 'now', label: t.now },
            { value: 'day', label: t.day },
            { value: 'recurring', label: t.recurring },
          ]}
        />
        {values.when === 'day' && <DateField name="on" label={t.on} earliest={today} isRequired />}
        {isRecurring && (
          <Suspense fallback={null}>
            <RecurringFields values={recurrenceOf(values)} today={today} />
          </Suspense>
        )}
        {preview.data !== undefined && new Set(preview.data.speeds).size > 1 && (
          <ChoiceField
            name="speed"
            label={t.speed}
            none={t.fastest}
            choices={preview.data.speeds.map((value: PayoutSpeed) => ({ value, label: t[value] }))}
          />
        )}
        {!isRecurring && <TextField name="externalId" label={t.own} />}
        <Foreseen
          preview={preview}
          typedReference={values.reference ?? ''}
          isRecurring={isRecurring}
        />
        {preview.data?.payeeCheck === 'failed' && (
          <CheckField name="despiteCheck" label={t.despite} />
        )}
        {isRecurring && createRecurring.problem?.code === 'recurring_payout.duplicate' && (
          <CheckField name="despiteDuplicate" label={t.despiteDuplicate} />
        )}
      </Form>
    </Dialog>
  )
}

type Typed = z.infer<typeof schema>

const given = <Value,>(name: string, value: Value | undefined) =>
  value === undefined ? {} : { [name]: value }

function bodyOf({ when, on, amount, reference, externalId, speed, despiteCheck }: Typed) {
  return {
    ...{ amount, reference, ...given('externalId', externalId) },
    ...{ ...given('speed', speed), ...given('despiteCheck', despiteCheck) },
    ...(when === 'day' && on !== undefined ? { on: dayOf(on) } : {}),
  }
}

function recurringBodyOf(values: Typed) {
  const { amount, reference, speed, despiteCheck, frequency, firstDay = '', ends } = values
  const { lastDay, times, despiteDuplicate } = values
  return {
    ...given('despiteDuplicate', despiteDuplicate),
    ...{ amount, reference, frequency, firstDay: dayOf(firstDay) },
    ...{ ...given('speed', speed), ...given('despiteCheck', despiteCheck) },
    ...(ends === 'day' && lastDay !== undefined ? { lastDay: dayOf(lastDay) } : {}),
    ...(ends === 'times' && times !== undefined ? { times } : {}),
  }
}

const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' ? dayOf(value) : undefined

/** What was typed of the dates so far. */
const recurrenceOf = (values: z.input<typeof schema> | Partial<z.input<typeof schema>>) => ({
  frequency: values.frequency === 'weekly' ? ('weekly' as const) : ('monthly' as const),
  ends: values.ends ?? 'never',
  ...given('firstDay', textOf(values.firstDay)),
  ...given('lastDay', textOf(values.lastDay)),
  ...given('times', typeof values.times === 'number' ? values.times : undefined),
})

/** What the button does, whole: how much, to whom, and how often. */
function usePayLabel(
  payee: Payee | undefined,
  { amount, when, frequency }: { amount?: unknown; when?: string; frequency?: string },
): string {
  const t = useTexts(payoutTexts)
  const sign = useMoneySign()
  if (payee === undefined || typeof amount !== 'number') return t.payNone
  const named = { amount: sign(amount, payee.currency), payee: payee.name }
  if (when !== 'recurring') return t.pay(named)
  return frequency === 'weekly' ? t.payEveryWeek(named) : t.payEveryMonth(named)
}

/** What the payment costs, how it goes, and what the bank said of the name. */
function Foreseen(props: {
  preview: ReturnType<typeof usePreview>
  typedReference: string
  isRecurring: boolean
}) {
  const t = useTexts(payoutTexts)
  const rails = useTexts(railTexts)
  const sign = useMoneySign()
  const { data, error } = props.preview
  if (error !== null) return <ProblemNote problem={error} />
  if (data === undefined) return null
  const money = (amount: number) => <Money amount={amount} currency={data.currency} />
  const { typedReference, isRecurring } = props
  const prepared = prepareReference(data.rail, typedReference)
  const recurringNote = data.needsApproval ? t.recurringApproval : t.recurringItself
  const singleNote = data.needsApproval ? t.needsApproval : t.goesByItself
  const isAsTyped = 'text' in prepared && prepared.text === typedReference
  // a recurring one is compared each time that it goes
  const missing = isRecurring || data.payable === null ? 0 : data.total - data.payable
  return (
    <div aria-live="polite">
      <Facts
        facts={[
          [t.fee, money(data.fee)],
          [isRecurring ? t.eachTime : t.total, money(data.total)],
          ...(data.payable === null ? [] : [[t.payable, money(data.payable)] as const]),
          [t.rail, rails[data.rail]],
          [isRecurring ? t.firstGoes : t.goes, <DateTime key="goes" value={data.sendAt} />],
          [t.check, <PayeeCheck key="check" word={checkWordOf(data)} />],
        ]}
      />
      {missing > 0 && (
        <p className={classes.short}>{t.short({ missing: sign(missing, data.currency) })}</p>
      )}
      {data.bankName !== null && (
        <p className={classes.note}>{t.bankName({ name: data.bankName })}</p>
      )}
      {data.isLater && <p className={classes.note}>{t.goesLater}</p>}
      {typedReference !== '' && !isAsTyped && (
        <p className={classes.note}>{referenceNote(t, prepared)}</p>
      )}
      <p className={classes.note}>{isRecurring ? recurringNote : singleNote}</p>
    </div>
  )
}

/** What the payee reads, or why banks do not take it. */
function referenceNote(t: InOneLanguage<typeof payoutTexts>, prepared: PreparedReference): string {
  if ('text' in prepared) return t.referenceSent({ text: prepared.text })
  switch (prepared.fault) {
    case 'characters':
      return t.referenceCharacters({ wrong: prepared.wrong })
    case 'length':
      return t.referenceLength({ max: prepared.max })
    case 'slashes':
      return t.referenceSlashes
  }
}

function usePreview(
  payee: Payee | undefined,
  values: {
    amount?: number | undefined
    when?: string | undefined
    on?: unknown
    firstDay?: unknown
    speed?: unknown
    reference?: string | undefined
  },
) {
  const [reference] = useDebouncedValue(values.reference ?? '', searchDelayMs)
  const [asked] = useDebouncedValue(values.amount, searchDelayMs)
  const speed = values.speed === 'instant' || values.speed === 'standard' ? values.speed : undefined
  const { when } = values
  const on = when === 'now' ? undefined : textOf(when === 'recurring' ? values.firstDay : values.on)
  return useCall(
    previewPayout,
    {
      query: {
        ...{ beneficiaryId: payee?.id ?? '', amount: asked ?? 0, reference },
        ...(on === undefined ? {} : { on }),
        ...(speed === undefined ? {} : { speed }),
      },
    },
    {
      enabled: payee !== undefined && asked !== undefined && asked > 0,
      ...{ keepPrevious: true, quiet: true },
    },
  )
}

function usePayees(search: string) {
  const [settled] = useDebouncedValue(search.trim(), searchDelayMs)
  const query = settled === '' || settled.includes(' · ') ? {} : { searchKey: settled }
  const found = useCall(listPayees, { query }, { keepPrevious: true, quiet: true })
  return { payees: found.data?.data ?? [], isSearching: found.isFetching }
}

function PayeeSelect(props: {
  chosen: Payee | undefined
  onChoose(payee: Payee | undefined): void
}) {
  const t = useTexts(payoutTexts)
  const { field, shared } = useField({
    ...{ name: 'payee', label: t.payee, description: t.payeeHint, isRequired: true },
  })
  const [typedText, search] = useState('')
  const { payees, isSearching } = usePayees(typedText)
  const { chosen } = props
  const all =
    chosen === undefined || payees.some(({ id }) => id === chosen.id) ? payees : [chosen, ...payees]
  return (
    <Select
      {...shared}
      ref={field.ref}
      name={field.name}
      searchable
      data={all.map(({ id, name, accountHint, currency }) => ({
        value: id,
        label: [name, accountHint, currency].join(' · '),
      }))}
      // the server has searched already
      filter={({ options }) => options}
      nothingFoundMessage={isSearching ? undefined : t.noPayee}
      value={chosen?.id ?? null}
      onSearchChange={search}
      onBlur={field.onBlur}
      onChange={(value) => {
        field.onChange(value ?? '')
        props.onChoose(all.find(({ id }) => id === value))
      }}
    />
  )
}
