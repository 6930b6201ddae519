import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import {
  listMerchantsOfTenant,
  searchMerchants,
} from '@counterfoil/features/access/merchant-picker/merchant-search.contract.ts'
import {
  listMerchantPayments,
  listPayments,
  type PaymentRow,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { meaningOf } from '@counterfoil/features/payments/lookup/search-key.rules.ts'
import { searchableText } from '@counterfoil/kit/contract/searchable-text.ts'
import { HitLine } from '@counterfoil/kit/web/calls/hit-line.tsx'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { type FieldProps, useField } from '@counterfoil/kit/web/form/fields.tsx'
import { sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { MultiSelect, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { contactTexts } from './contact-support.messages.ts'
import { listContactUsers } from './create-ticket.contract.ts'
import { uniqueTags } from './ticket-form.rules.ts'

/** The delay after the last key before transactions are searched, and the number of suggestions. */
export const searchDelayMs = 750
const maxSuggestions = 10
/** Fewer characters begin too many. */
const minSearchLength = 3

/** Order numbers are codes, not words of the reader's language: an i is an I in Turkish too. */
const { compare: compareCodes } = new Intl.Collator('en', { sensitivity: 'accent' })

interface Option {
  readonly value: string
  readonly label: string
}

/** Transactions by their external ids: typed in, or found by those, by an e-mail or an amount. */
export function TransactionsField(props: FieldProps & { tenantId: string | undefined }) {
  const t = useTexts(contactTexts)
  const { field, shared } = useField(props)
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed.trim(), searchDelayMs)
  const { audience } = useUser()
  const searchKey = searchableText(searched)
  const found = useCall(
    audience === 'merchant' ? listMerchantPayments : listPayments,
    {
      query: {
        searchKey,
        ...(isOrderNumber(searchKey) ? { searchParam: 'external_id' as const } : {}),
        pageSize: maxSuggestions,
        ...(props.tenantId === undefined ? {} : { tenantId: props.tenantId }),
      },
    },
    { enabled: searched.length >= minSearchLength, keepPrevious: true, quiet: true },
  )
  const payments = new Map(
    (found.data?.data ?? []).map((one) => [one.externalId ?? one.id, one] as const),
  )
  // typed and confirmed with Enter, an order number is the payment's whatever its case
  const asKnown = (tag: string) =>
    [...payments.keys()].find((key) => compareCodes(key, tag.trim()) === 0) ?? tag
  return (
    <TagsInput
      {...shared}
      ref={field.ref}
      name={field.name}
      description={t.transactionsHint}
      data={searched.length < minSearchLength ? [] : [...payments.keys()]}
      renderOption={({ option }) => <PaymentOption name={option.value} of={payments} />}
      // the server has searched already
      filter={({ options }) => options}
      splitChars={[',', ';']}
      maxTags={20}
      value={field.value ?? []}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(tags) => field.onChange(uniqueTags(tags.map(sanitise).map(asKnown)))}
      onBlur={field.onBlur}
    />
  )
}

/** What is neither an e-mail nor an amount is searched for among the merchants' order numbers alone. */
const isOrderNumber = (key: string) => !key.includes('@') && meaningOf(key).amounts.length === 0

function PaymentOption(props: { name: string; of: ReadonlyMap<string, PaymentRow> }) {
  const payment = props.of.get(props.name)
  return (
    <HitLine name={props.name}>
      {payment?.customerEmail}
      {payment && <Money amount={payment.amount} currency={payment.currency} />}
    </HitLine>
  )
}

/** Merchants of the operator's own tenant, or of the tenant that platform staff chose. */
export function CustomersField(props: FieldProps & { tenantId: string | undefined }) {
  const [search, setSearch] = useState('')
  const [searchKey] = useDebouncedValue(search.trim(), 300)
  const { tenantId } = props
  const query = { searchKey, pageSize: 50 }
  const ofOwnTenant = useCall(
    searchMerchants,
    { query },
    { enabled: tenantId === undefined, keepPrevious: true, quiet: true },
  )
  const ofChosenTenant = useCall(
    listMerchantsOfTenant,
    { params: { tenantId: tenantId ?? '' }, query },
    { enabled: tenantId !== undefined, keepPrevious: true, quiet: true },
  )
  const found = (tenantId === undefined ? ofOwnTenant : ofChosenTenant).data?.data ?? []
  const options = found.map(({ merchantId, legalBusinessName }) => ({
    value: merchantId,
    label: legalBusinessName,
  }))
  return <SearchMultiSelect {...props} options={options} search={search} onSearch={setSearch} />
}

/** Users of the tenant as contacts of the ticket; the value is their e-mail address. */
export function ContactsField(props: FieldProps & { tenantId: string }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const found = useCall(
    listContactUsers,
    { params: { tenantId: props.tenantId }, query: { pageIndex: 0, pageSize: 50, search } },
    { keepPrevious: true, quiet: true },
  )
  const options = (found.data?.data ?? []).map(({ email, firstName, lastName }) => ({
    value: email,
    label: `${firstName} ${lastName} · ${email}`,
  }))
  return <SearchMultiSelect {...props} options={options} search={typed} onSearch={setTyped} />
}

/** A multi-select over the server's search; chosen values keep their labels when they are no longer found. */
function SearchMultiSelect(
  props: FieldProps & { options: readonly Option[]; search: string; onSearch(text: string): void },
) {
  const { field, shared } = useField(props)
  const labels = useRef(new Map<string, string>())
  for (const { value, label } of props.options) labels.current.set(value, label)
  const chosen: string[] = field.value ?? []
  const chosenOptions = chosen
    .filter((value) => !props.options.some((option) => option.value === value))
    .map((value) => ({ value, label: labels.current.get(value) ?? value }))
  return (
    <MultiSelect
      {...shared}
      ref={field.ref}
      name={field.name}
      searchable
      hidePickedOptions
      data={[...props.options, ...chosenOptions]}
      filter={({ options }) => options}
      searchValue={props.search}
      onSearchChange={props.onSearch}
      value={chosen}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}
