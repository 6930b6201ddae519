import { MerchantFilter } from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import { sentenceText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import {
  disputeStates,
  paymentMethods,
  paymentStatuses,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { cardBrands } from '@counterfoil/kit/contract/card-brands.ts'
import { noneKey } from '@counterfoil/kit/contract/fields.ts'
import { statusName } from '@counterfoil/kit/contract/status-names.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { AmountFilter } from '@counterfoil/kit/web/filters/amount-filter.tsx'
import { LateFilter } from '@counterfoil/kit/web/filters/late-filter.tsx'
import {
  choiceOf,
  DaysFilter,
  ListFilters,
  OneFilter,
  SeveralFilter,
  severalOf,
} from '@counterfoil/kit/web/filters/list-filters.tsx'
import { TextFilter } from '@counterfoil/kit/web/filters/text-filter.tsx'
import { digitRule, inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { useCountries, useCurrencyChoices } from '@counterfoil/kit/web/formats/names-of-codes.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { FoundOptions, filledApi } from '@counterfoil/kit/web/reports/found-options.tsx'
import { useMayCall, useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { PaymentFilterName } from './filter-names.schema.ts'
import {
  listChannels,
  listMerchantChannels,
  listMidOptions,
  listWebsites,
  listWebsitesOf,
} from './lookup-options.contract.ts'
import { requestStates } from './payment-filter.schema.ts'
import { listTexts } from './payment-list.messages.ts'

/** The longest range of days that is chosen at once. */
const longestDays = 366

const lastFour = digitRule({ maxLength: 4 })

type List = ListState<PaymentFilterName>

export function PaymentFilters(props: {
  list: List
  /** Filters that the face itself sets. */
  preset?: readonly string[]
  rows?: 'requests' | undefined
}) {
  const { list, preset = [], rows } = props
  const t = useTexts(listTexts)
  const { filters, setFilters } = list
  return (
    <ListFilters
      list={list}
      search={t.search}
      further={{ filters: <FurtherFilters list={list} />, names: further }}
    >
      <DaysFilter
        list={list}
        label={t.date}
        from="dateFrom"
        to="dateTo"
        hasTimes
        maxDays={longestDays}
      />
      {rows === 'requests' && <RequestFilter list={list} />}
      <KindFilters list={list} hasMethods={!preset.includes('method')} />
      <AmountFilter
        label={t.amount}
        currency={filters.currency}
        value={{ from: numberOf(filters.amountFrom), to: numberOf(filters.amountTo) }}
        onChange={({ from, to }) =>
          setFilters({ amountFrom: from?.toString(), amountTo: to?.toString() })
        }
      />
      <OperatorFilters list={list} />
    </ListFilters>
  )
}

/** What became of the requests. */
function RequestFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const translate = useTranslate()
  return (
    <SeveralFilter
      list={list}
      name="requestState"
      label={t.requestState}
      choices={requestStates.map((value) => ({ value, label: translate(statusName(value)) }))}
    />
  )
}

/** Filters that are used less often. */
const further = [
  'mode',
  'websiteId',
  'channel',
  'disputeState',
  'payout',
  'externalId',
  'email',
  'last4',
  'cardBrand',
  'customerCountry',
  'issuerCountry',
  'cardType',
  'midId',
  'routingRule',
  'attempts',
  'declineReason',
  'declineCode',
] as const

function FurtherFilters({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { audience } = useUser()
  const { filters, setFilters } = list
  return (
    <>
      {audience !== 'merchant' && (
        <OneFilter
          list={list}
          name="mode"
          label={t.mode}
          choices={[
            { value: 'Live', label: t.live },
            { value: 'Test', label: t.test },
          ]}
        />
      )}
      <WebsiteFilter list={list} />
      <ChannelFilter list={list} />
      <SeveralFilter
        list={list}
        name="disputeState"
        label={t.dispute}
        choices={disputeStates.map((value) => ({
          value,
          label: paymentLabel('disputeState', value, language),
        }))}
      />
      <CardFilters list={list} />
      <DeclineFilters list={list} />
      <OneFilter
        list={list}
        name="attempts"
        label={t.attempts}
        choices={[
          { value: 'first_approved', label: t.firstApproved },
          { value: 'first_declined', label: t.firstDeclined },
          { value: 'answered', label: t.answered },
        ]}
      />
      <OneFilter
        list={list}
        name="payout"
        label={t.payout}
        choices={[{ value: 'waiting', label: t.payoutWaiting }]}
      />
      <TextFilter
        label={t.externalId}
        value={filters.externalId}
        onChange={(externalId) => setFilters({ externalId })}
      />
      <TextFilter
        label={t.email}
        rule={inputRules.payerEmail}
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

const cardTypes = ['credit', 'debit', 'prepaid'] as const

/** What the card and its holder are. */
function CardFilters({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const countries = useCountries()
  const none = { value: noneKey, label: t.none }
  return (
    <>
      <SeveralFilter
        list={list}
        name="cardBrand"
        label={t.brand}
        choices={[
          ...Object.keys(cardBrands).map((value) => ({
            value,
            label: paymentLabel('brand', value, language),
          })),
          none,
        ]}
      />
      <SeveralFilter
        list={list}
        name="customerCountry"
        label={t.country}
        choices={[...countries.map(choiceOf), none]}
      />
      <SeveralFilter
        list={list}
        name="issuerCountry"
        label={t.issuerCountry}
        choices={[...countries.map(choiceOf), none]}
      />
      <SeveralFilter
        list={list}
        name="cardType"
        label={t.cardType}
        choices={[
          ...cardTypes.map((value) => ({
            value,
            label: paymentLabel('cardType', value, language),
          })),
          none,
        ]}
      />
    </>
  )
}

/** Why payments were declined, exactly as the acquirer says it; and of which MID they are. */
function DeclineFilters({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { filters, setFilters } = list
  const words = { [noneKey]: t.none }
  const seesMids = useMayCall(listMidOptions)
  return (
    <>
      <TextFilter
        label={t.declineReason}
        value={sentenceText(filters.declineReason ?? null, language) ?? undefined}
        words={words}
        onChange={(declineReason) => setFilters({ declineReason })}
      />
      <TextFilter
        label={t.declineCode}
        value={filters.declineCode}
        words={words}
        onChange={(declineCode) => setFilters({ declineCode })}
      />
      {seesMids && (
        <FoundOptions
          path={filledApi(foundMids, filters) ?? ''}
          list={list}
          name="midId"
          label={t.mid}
          type="multiSelect"
          fixed={[{ value: noneKey, label: t.none }]}
        />
      )}
      <TextFilter
        label={t.routingRule}
        value={filters.routingRule}
        onChange={(routingRule) => setFilters({ routingRule })}
      />
    </>
  )
}

/** The MIDs of the mode, of the merchant and tenant where these are chosen. */
const foundMids = `${listMidOptions.path}?merchantId={merchantId?}&tenantId={tenantId?}&mode={mode?}`

/** The websites of the user's merchant, or of the one merchant in an operator's filter. */
function WebsiteFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const isMerchant = useUser().audience === 'merchant'
  const merchantId = list.filters.merchantId
  const isOne = merchantId !== undefined && !merchantId.includes(',')
  const ownWebsites = useCall(listWebsites, {}, { enabled: isMerchant, staleMs: 60_000 })
  const merchantWebsites = useCall(
    listWebsitesOf,
    { params: { id: merchantId ?? '' } },
    { enabled: !isMerchant && isOne, staleMs: 60_000 },
  )
  const websites = (isMerchant ? ownWebsites : merchantWebsites).data ?? []
  if (websites.length === 0 && list.filters.websiteId === undefined) return null
  return (
    <SeveralFilter
      list={list}
      name="websiteId"
      label={t.website}
      choices={[...websites.map(choiceOf), { value: noneKey, label: t.none }]}
    />
  )
}

/** The active channels. */
function ChannelFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { audience } = useUser()
  const call = audience === 'merchant' ? listMerchantChannels : listChannels
  const channels = useCall(call, {}, { staleMs: 600_000 }).data ?? []
  return (
    <SeveralFilter
      list={list}
      name="channel"
      label={t.channel}
      choices={channels.map(({ id }) => ({
        value: id,
        label: paymentLabel('channel', id, language),
      }))}
    />
  )
}

/** Status, method and currency. */
function KindFilters({ list, hasMethods }: { list: List; hasMethods: boolean }) {
  const t = useTexts(listTexts)
  const translate = useTranslate()
  const { language } = useLanguage()
  const currencies = useCurrencyChoices()
  return (
    <>
      <SeveralFilter
        list={list}
        name="status"
        label={t.status}
        choices={paymentStatuses.map((value) => ({
          value,
          label: translate(statusName(value)),
          node: <StatusPill status={value} />,
        }))}
      />
      {hasMethods && (
        <SeveralFilter
          list={list}
          name="method"
          label={t.method}
          choices={paymentMethods.map((value) => ({
            value,
            label: paymentLabel('method', value, language),
          }))}
        />
      )}
      <SeveralFilter list={list} name="currency" label={t.currency} choices={currencies} />
    </>
  )
}

/** The filters of operators: merchant, tenant and provider. */
function OperatorFilters({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { audience } = useUser()
  const { tenants, serviceProviders } = useUserContext()
  if (audience === 'merchant') return null
  return (
    <>
      {audience === 'platform' && (
        <OneFilter list={list} name="tenantId" label={t.tenant} choices={tenants.map(choiceOf)} />
      )}
      <LateFilter label={t.merchant}>
        <MerchantFilter
          label={t.merchant}
          tenantId={audience === 'platform' ? list.filters.tenantId : undefined}
          {...severalOf(list, 'merchantId')}
        />
      </LateFilter>
      <SeveralFilter
        list={list}
        name="provider"
        label={t.provider}
        choices={[...serviceProviders.map(choiceOf), { value: noneKey, label: t.none }]}
      />
    </>
  )
}

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text)
  return text === undefined || !Number.isSafeInteger(number) ? undefined : number
}
