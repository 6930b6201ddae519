import { merchantField } from '@counterfoil/features/access/merchant-picker/merchant-search.public.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import {
  disputeStates,
  paymentChannels,
  paymentMethods,
  paymentStatuses,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { AttemptFilter } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { measureNames } from '@counterfoil/features/reporting/figures/measure-names.schema.ts'
import { cardBrands } from '@counterfoil/kit/contract/card-brands.ts'
import { id as idSchema, modeOf, noneKey } from '@counterfoil/kit/contract/fields.ts'
import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import { localeOf, textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { inEachLanguage, type Text } from '@counterfoil/kit/contract/texts.ts'
import {
  daysField,
  modeFields,
  selectField,
  severalField,
  tenantFields,
} from '@counterfoil/kit/server/reports/fields.ts'
import type { FindOptions, FormField } from '@counterfoil/kit/server/reports/report.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { midViewers } from './lookup-options.contract.ts'
import {
  listInUse,
  listMidNames,
  listUsedCurrencies,
  listWebsiteNames,
} from './lookup-options.queries.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  status: 'Status',
  method: 'Method',
  currency: 'Currency',
  provider: 'Provider',
  website: 'Website',
  channel: 'Channel',
  dispute: 'Dispute',
  brand: 'Card brand',
  none: 'None',
  country: 'Country',
  issuerCountry: "Issuer's country",
  cardType: 'Card type',
  declineReason: 'Decline reason',
  declineCode: 'Decline code',
  mid: 'MID',
  routingRule: 'Id of the routing rule',
  attempts: 'Attempts',
  payout: 'Payout',
  payoutWaiting: 'Waits for approval',
  externalId: 'External id',
  email: 'E-mail',
  last4: 'Last four',
  fourDigits: 'Four digits',
})

type Asked = Context<UserCaller>

const orNone = (names: Readonly<Record<string, Text>>) => ({ ...names, [noneKey]: texts.none })

const attemptNames: Readonly<Record<AttemptFilter, Text>> = {
  first_approved: measureNames.firstTryApproved,
  first_declined: measureNames.firstTryDeclined,
  answered: measureNames.answered,
}

type Labelled = 'method' | 'channel' | 'disputeState' | 'brand' | 'cardType'

const cardTypes = ['credit', 'debit', 'prepaid'] as const

const further = { isFurther: true } as const

const words = (kind: Labelled, values: readonly string[]): Record<string, Text> =>
  Object.fromEntries(
    values.map((value) => [
      value,
      inEachLanguage((language) => paymentLabel(kind, value, language)),
    ]),
  )

const typed = (name: string, label: Text, more: Partial<FormField> = {}): FormField => ({
  ...{ name, label, type: 'input', inputType: 'text' },
  ...further,
  ...more,
})

/** The filters of the lookup without its search, for reports: what a report counts is found by the same in the list. */
export async function paymentFields(context: Asked): Promise<FormField[]> {
  const { caller } = context
  const isMerchant = caller.userType === 'merchant'
  const countries = await countryWords(context)
  return [
    daysField({ showTimePicker: true }),
    {
      ...{ name: 'status', label: texts.status, type: 'multiSelect' },
      multiSelectOptions: paymentStatuses.map((value) => ({
        ...{ value, isStatus: true },
        label: { en: value.replaceAll('_', ' ') },
      })),
    },
    severalField('method', texts.method, words('method', paymentMethods)),
    severalField('currency', texts.currency, await currencyWords(context)),
    ...(isMerchant ? [] : await operatorFields(context)),
    ...modeFields(context, true),
    {
      ...{ name: 'websiteId', label: texts.website, type: 'multiSelect', ...further },
      ...(isMerchant ? {} : { needs: 'merchantId={merchantId}' }),
      find: (query, { db }) => listWebsitesBy(db, query),
    },
    severalField('channel', texts.channel, words('channel', paymentChannels), further),
    severalField('disputeState', texts.dispute, words('disputeState', disputeStates), further),
    severalField(
      'cardBrand',
      texts.brand,
      orNone(words('brand', Object.keys(cardBrands))),
      further,
    ),
    severalField('customerCountry', texts.country, orNone(countries), further),
    severalField('issuerCountry', texts.issuerCountry, orNone(countries), further),
    severalField('cardType', texts.cardType, orNone(words('cardType', cardTypes)), further),
    typed('declineReason', texts.declineReason),
    typed('declineCode', texts.declineCode),
    ...(isMerchant && !midViewers.some((one) => caller.permissions.has(one)) ? [] : [midField]),
    ...(isMerchant ? [] : [typed('routingRule', texts.routingRule)]),
    selectField('attempts', texts.attempts, attemptNames, further),
    selectField('payout', texts.payout, { waiting: texts.payoutWaiting }, further),
    typed('externalId', texts.externalId),
    typed('email', texts.email, { inputType: 'email' }),
    typed('last4', texts.last4, {
      inputType: 'digits',
      validations: [
        { name: 'maxLength', value: 4, message: texts.fourDigits },
        { name: 'pattern', value: '^\\d{4}$', message: texts.fourDigits },
      ],
    }),
  ]
}

const midField: FormField = {
  ...{ name: 'midId', label: texts.mid, type: 'multiSelect', ...further },
  needs: 'merchantId={merchantId?}&tenantId={tenantId?}&mode={mode?}',
  multiSelectOptions: [{ value: noneKey, label: texts.none }],
  find: (query, context) => listMidsBy(query, context),
}

async function operatorFields(context: Asked): Promise<FormField[]> {
  const providers = await listInUse(context.db, 'service_provider', switchesOf(context))
  const names = Object.fromEntries(providers.map(({ id, name }) => [id, { en: name }]))
  return [
    ...(await tenantFields(context)),
    merchantField(),
    severalField('provider', texts.provider, orNone(names)),
  ]
}

/** Tenants have their own settings; platform staff see the platform's. */
const switchesOf = ({ caller }: Asked) => (caller.userType === 'platform' ? null : caller.tenantId)

/** The ISO 4217 code and its name, which ISO has in English alone. */
async function currencyWords(context: Asked): Promise<Record<string, Text>> {
  const currencies = await listUsedCurrencies(context.db, switchesOf(context))
  return Object.fromEntries(
    currencies.map(({ id, name }) => [
      id,
      inEachLanguage((language) => {
        const known = language === 'en' ? undefined : namesIn(language, 'currency').of(id)
        return `${id} · ${known ?? name}`
      }),
    ]),
  )
}

async function countryWords(context: Asked): Promise<Record<string, Text>> {
  const countries = await listInUse(context.db, 'country', switchesOf(context))
  return Object.fromEntries(
    countries.map(({ id, name }) => [
      id,
      inEachLanguage((language) => namesIn(language, 'region').of(id) ?? name),
    ]),
  )
}

const namesIn = (language: string, type: 'currency' | 'region') =>
  new Intl.DisplayNames(localeOf[textLanguage(language)], { type, fallback: 'none' })

async function listWebsitesBy(
  db: Asked['db'],
  query: Parameters<NonNullable<FormField['find']>>[0],
) {
  const websites = await listWebsiteNames(db, query.merchantId)
  const wanted = foldText(query.searchKey ?? '')
  return websites.filter(
    ({ id, name }) =>
      (query.keys === undefined || query.keys.includes(id)) && foldText(name).includes(wanted),
  )
}

/** The most MIDs that one search answers. */
const maxFound = 50

/** MIDs that a filter can be set to. Operators, who have those of many merchants, read whose each is. */
export const listMidsBy: FindOptions = async (query, { db, mode, caller }) => {
  const { searchKey, keys, tenantId, merchantId, mode: name } = query
  const ids = keys?.filter((key) => idSchema.safeParse(key).success)
  if (ids?.length === 0) return []
  const found = await listMidNames(db, {
    ...{ searchKey, ids, tenantId, merchantId, limit: ids?.length ?? maxFound },
    providers: caller.providers,
    // what is chosen has its name whatever its mode
    mode: ids === undefined ? (name === undefined ? mode : modeOf(name)) : undefined,
  })
  return found.map(({ id, code, merchant }) => ({
    ...{ id, name: caller.userType === 'merchant' ? code : `${code} · ${merchant}` },
  }))
}
