import {
  disputeStates,
  paymentMethods,
  paymentStatuses,
} from '@counterfoil/features/payments/engine/payments.contract.ts'
import {
  listChannels,
  listMerchantChannels,
  listWebsites,
  listWebsitesOf,
} from '@counterfoil/features/payments/lookup-options/lookup-options.contract.ts'
import { paymentWord } from '@counterfoil/features/payments/machine/words.rules.ts'
import { AmountFilter } from '@counterfoil/kit/web/filters/amount-filter.tsx'
import { type Choice, ChoiceFilter } from '@counterfoil/kit/web/filters/choice-filter.tsx'
import { DateRangeFilter } from '@counterfoil/kit/web/filters/date-range-filter.tsx'
import { FilterBar } from '@counterfoil/kit/web/filters/filter-bar.tsx'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import { TextFilter } from '@counterfoil/kit/web/filters/text-filter.tsx'
import { digitRule, inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/i18n.tsx'
import { keyOf, readableStatus, statusNames } from '@counterfoil/kit/web/status.ts'
import { StatusPill } from '@counterfoil/kit/web/status-pill.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { type NamedId, useUser, useUserContext } from '@counterfoil/kit/web/user.tsx'
import { listTexts } from './payment-list.messages.ts'

const lastFour = digitRule({ maxLength: 4 })

/** The filters as they stand in the URL, which are also the API's names. */
export const filterNames = [
  'searchKey',
  'dateFrom',
  'dateTo',
  'status',
  'method',
  'currency',
  'amountFrom',
  'amountTo',
  'merchantId',
  'tenantId',
  'provider',
  'disputeState',
  'payout',
  'websiteId',
  'channel',
  'externalId',
  'email',
  'last4',
  'mode',
] as const
export type PaymentFilterName = (typeof filterNames)[number]
type List = ListState<PaymentFilterName>

export function PaymentFilters({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { filters, setFilters } = list
  return (
    <FilterBar
      hasFilters={list.hasFilters}
      onClear={list.clearFilters}
      lead={
        <SearchField
          value={filters.searchKey}
          placeholder={t.search}
          onSearch={(searchKey) => setFilters({ searchKey })}
        />
      }
      further={<FurtherFilters list={list} />}
      hasFurther={further.some((name) => filters[name] !== undefined)}
    >
      <DateRangeFilter
        label={t.date}
        value={{ from: filters.dateFrom, to: filters.dateTo }}
        onChange={({ from, to }) => setFilters({ dateFrom: from, dateTo: to })}
      />
      <KindFilters list={list} />
      <AmountFilter
        label={t.amount}
        currency={filters.currency}
        value={{ from: numberOf(filters.amountFrom), to: numberOf(filters.amountTo) }}
        onChange={({ from, to }) =>
          setFilters({ amountFrom: from?.toString(), amountTo: to?.toString() })
        }
      />
      <OperatorFilters list={list} />
    </FilterBar>
  )
}

/** Asked for more rarely, and mostly found by the search as well. */
const further = [
  'mode',
  'websiteId',
  'channel',
  'disputeState',
  'payout',
  'externalId',
  'email',
  'last4',
] as const

function FurtherFilters({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { audience } = useUser()
  const { filters, setFilters } = list
  return (
    <>
      {audience !== 'merchant' && (
        <ChoiceFilter
          label={t.mode}
          choices={[
            { value: 'Live', label: t.live },
            { value: 'Test', label: t.test },
          ]}
          value={filters.mode === undefined ? [] : [filters.mode]}
          onChange={(chosen) => setFilters({ mode: chosen.at(-1) })}
        />
      )}
      <WebsiteFilter list={list} />
      <ChannelFilter list={list} />
      <Several
        list={list}
        name="disputeState"
        label={t.dispute}
        choices={disputeStates.map((value) => ({
          value,
          label: paymentWord('disputeState', value, language),
        }))}
      />
      <ChoiceFilter
        label={t.payout}
        choices={[{ value: 'waiting', label: t.payoutWaiting }]}
        value={filters.payout === undefined ? [] : [filters.payout]}
        onChange={(chosen) => setFilters({ payout: chosen.at(-1) })}
      />
      <TextFilter
        label={t.externalId}
        value={filters.externalId}
        onChange={(externalId) => setFilters({ externalId })}
      />
      <TextFilter
        label={t.email}
        rule={inputRules.email}
        value={filters.email}
        onChange={(email) => setFilters({ email })}
      />
      <TextFilter
        label={t.last4}
        rule={lastFour}
        value={filters.last4}
        check={(value) => (/^\d{4}$/.test(value) ? undefined : t.fourDigits)}
        onChange={(last4) => setFilters({ last4 })}
      />
    </>
  )
}

/** A merchant's own websites, or those of the one merchant that an operator looks at. */
function WebsiteFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const isMerchant = useUser().audience === 'merchant'
  const merchantId = list.filters.merchantId
  const isOne = merchantId !== undefined && !merchantId.includes(',')
  const own = useCall(listWebsites, {}, { enabled: isMerchant, staleMs: 60_000 })
  const theirs = useCall(
    listWebsitesOf,
    { params: { id: merchantId ?? '' } },
    { enabled: !isMerchant && isOne, staleMs: 60_000 },
  )
  const websites = (isMerchant ? own : theirs).data ?? []
  if (websites.length === 0 && list.filters.websiteId === undefined) return null
  return <Several list={list} name="websiteId" label={t.website} choices={websites.map(choiceOf)} />
}

/** By which door it came: those that are in use. */
function ChannelFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { audience } = useUser()
  const call = audience === 'merchant' ? listMerchantChannels : listChannels
  const channels = useCall(call, {}, { staleMs: 600_000 }).data ?? []
  return (
    <Several
      list={list}
      name="channel"
      label={t.channel}
      choices={channels.map(({ id }) => ({
        value: id,
        label: paymentWord('channel', id, language),
      }))}
    />
  )
}

/** What a payment is: its status, how it was paid and in what. */
function KindFilters({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const translate = useTranslate()
  const { language } = useLanguage()
  const { currencies } = useUserContext()
  return (
    <>
      <Several
        list={list}
        name="status"
        label={t.status}
        choices={paymentStatuses.map((value) => ({
          value,
          label: nameOfStatus(value, translate),
          node: <StatusPill status={value} />,
        }))}
      />
      <Several
        list={list}
        name="method"
        label={t.method}
        choices={paymentMethods.map((value) => ({
          value,
          label: paymentWord('method', value, language),
        }))}
      />
      <Several
        list={list}
        name="currency"
        label={t.currency}
        choices={currencies.map(({ id, name }) => ({ value: id, label: `${id} · ${name}` }))}
      />
    </>
  )
}

/** Whose payments, and by which way: what operators choose and merchants have no choice of. */
function OperatorFilters({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { audience } = useUser()
  const { customers, tenants, serviceProviders } = useUserContext()
  if (audience === 'merchant') return null
  return (
    <>
      {audience === 'platform' && (
        <ChoiceFilter
          label={t.tenant}
          choices={tenants.map(choiceOf)}
          value={list.filters.tenantId === undefined ? [] : [list.filters.tenantId]}
          onChange={(chosen) => list.setFilters({ tenantId: chosen.at(-1) })}
        />
      )}
      <Several list={list} name="merchantId" label={t.merchant} choices={customers.map(choiceOf)} />
      <Several
        list={list}
        name="provider"
        label={t.provider}
        choices={serviceProviders.map(choiceOf)}
      />
    </>
  )
}

/** Any of several values; in the URL they stand behind each other, with commas. */
function Several(props: {
  list: List
  name: PaymentFilterName
  label: string
  choices: readonly Choice[]
}) {
  const { list, name } = props
  return (
    <ChoiceFilter
      label={props.label}
      choices={props.choices}
      value={list.filters[name]?.split(',') ?? []}
      onChange={(chosen) => list.setFilters({ [name]: chosen.join(',') })}
    />
  )
}

function nameOfStatus(status: string, translate: ReturnType<typeof useTranslate>): string {
  const name = statusNames[keyOf(status)]
  return name === undefined ? readableStatus(status) : translate(name)
}

const choiceOf = ({ id, name }: NamedId): Choice => ({ value: id, label: name })

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text)
  return text === undefined || !Number.isSafeInteger(number) ? undefined : number
}
