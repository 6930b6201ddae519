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
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { type FieldProps, useField } from '@counterfoil/kit/web/form/fields.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { MultiSelect, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { contactTexts } from './contact-support.messages.ts'
import { listContactUsers } from './create-ticket.contract.ts'
import { cleanChips } from './ticket-values.rules.ts'

/** How long the typing rests before a transaction is searched for, and how many are offered. */
export const searchAfterMs = 750
export const offered = 10

interface Option {
  readonly value: string
  readonly label: string
}

/** Transactions by their external ids: typed and entered, or chosen from what is found. */
export function TransactionsField(props: FieldProps & { tenantId: string | undefined }) {
  const t = useTexts(contactTexts)
  const { field, shared } = useField(props)
  const [typed, setTyped] = useState('')
  const [rested] = useDebouncedValue(typed.trim(), searchAfterMs)
  const { audience } = useUser()
  const found = useCall(
    audience === 'merchant' ? listMerchantPayments : listPayments,
    {
      query: {
        externalId: rested,
        pageSize: offered,
        ...(props.tenantId === undefined ? {} : { tenantId: props.tenantId }),
      },
    },
    { enabled: rested !== '', keepPrevious: true, quiet: true },
  )
  const ids = (found.data?.data ?? []).flatMap(({ externalId }) => externalId ?? [])
  return (
    <TagsInput
      {...shared}
      ref={field.ref}
      name={field.name}
      description={t.transactionsHint}
      data={rested === '' ? [] : [...new Set(ids)]}
      // the server has searched already
      filter={({ options }) => options}
      splitChars={[',', ';']}
      maxTags={20}
      value={field.value ?? []}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(chips) => field.onChange(cleanChips(chips))}
      onBlur={field.onBlur}
    />
  )
}

/** Merchants: of the operator's own tenant, or of the one that platform staff chose. */
export function CustomersField(props: FieldProps & { tenantId: string | undefined }) {
  const [search, setSearch] = useState('')
  const [searchKey] = useDebouncedValue(search.trim(), 300)
  const { tenantId } = props
  const query = { searchKey, pageSize: 50 }
  const own = useCall(
    searchMerchants,
    { query },
    { enabled: tenantId === undefined, keepPrevious: true, quiet: true },
  )
  const theirs = useCall(
    listMerchantsOfTenant,
    { params: { tenantId: tenantId ?? '' }, query },
    { enabled: tenantId !== undefined, keepPrevious: true, quiet: true },
  )
  const found = (tenantId === undefined ? own : theirs).data?.data ?? []
  const options = found.map(({ merchantId, legalBusinessName }) => ({
    value: merchantId,
    label: legalBusinessName,
  }))
  return <ManyField {...props} options={options} search={search} onSearch={setSearch} />
}

/** People of the tenant whom platform staff name as contacts; the value is their e-mail. */
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
  return <ManyField {...props} options={options} search={typed} onSearch={setTyped} />
}

/** Any number of what the server finds for what is typed; what was chosen before keeps its name. */
function ManyField(
  props: FieldProps & { options: readonly Option[]; search: string; onSearch(text: string): void },
) {
  const { field, shared } = useField(props)
  const known = useRef(new Map<string, string>())
  for (const { value, label } of props.options) known.current.set(value, label)
  const chosen: string[] = field.value ?? []
  const kept = chosen
    .filter((value) => !props.options.some((option) => option.value === value))
    .map((value) => ({ value, label: known.current.get(value) ?? value }))
  return (
    <MultiSelect
      {...shared}
      ref={field.ref}
      name={field.name}
      searchable
      hidePickedOptions
      data={[...props.options, ...kept]}
      filter={({ options }) => options}
      searchValue={props.search}
      onSearchChange={props.onSearch}
      value={chosen}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}
