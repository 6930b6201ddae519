// Where what is missing is mended. The paths and permissions are those of the screens, which a test compares.

import type { SetupCheckId } from './processing-setup.contract.ts'

export type SetupSide = 'platform' | 'operator' | 'merchant'

/** A screen that mends something, and whose it is. */
export interface Fix {
  readonly page: SetupPage
  readonly side: SetupSide
  /** With `:merchantId` and `:mode`. */
  readonly path: string
  /** Any one opens it. */
  readonly permission: readonly string[]
}

export type SetupPage = keyof typeof pages

const operator = (path: string, ...permission: string[]) => ({
  ...{ side: 'operator' as const, path, permission },
})

const pages = {
  merchant: operator('/crm/organizations/:merchantId', 'CRM.Organization.View'),
  websites: operator('/crm/settings/websites', 'CRM.Organization.View'),
  ownWebsites: {
    side: 'merchant',
    path: '/merchant/payment-settings/websites',
    permission: ['Merchant.PaymentsSettings.Website.View'],
  },
  platformCurrencies: {
    side: 'platform',
    path: '/crm/settings/platform-currencies',
    permission: ['Platform.Settings.GeneralSettings.Currency'],
  },
  methods: operator('/crm/settings/payment-method', 'Settings.PaymentSettings.PaymentMethod.View'),
  currencies: operator('/crm/settings/currencies', 'Settings.GeneralSettings.Currency.View'),
  countries: operator('/crm/settings/countries', 'Settings.GeneralSettings.Country.View'),
  industries: operator('/crm/settings/industry-types', 'manageIndustryTypes'),
  riskLevels: operator('/crm/settings/risk-levels', 'manageRiskLevels'),
  screening: operator(
    '/crm/settings/antifraud/antifraud',
    'Settings.AntifraudSettings.Antifraud.View',
  ),
  blacklist: operator(
    '/crm/settings/antifraud/blacklist',
    'Settings.AntifraudSettings.Blacklist.View',
  ),
  mids: operator('/crm/settings/mid-managment', 'Settings.Mid.Management.View'),
  routing: operator(
    '/crm/settings/smart-routing?merchantId=:merchantId&mode=:mode',
    'Settings.Mid.Management.View',
  ),
  providers: operator(
    '/crm/settings/service-provider',
    'Settings.PaymentSettings.ServiceProvider.View',
  ),
  banking: operator(
    '/crm/settings/banking-service/banking-channels',
    'Settings.BankingService.BankingChannel.View',
  ),
  pos: operator('/crm/settings/pos-providers', 'CRM.Settings.Terminals.View'),
  fees: operator('/crm/settings/fees', 'Settings.GeneralSettings.Fee.View'),
} as const satisfies Record<string, Omit<Fix, 'page'>>

export const fixPages = Object.entries(pages).map(
  ([page, of]): Fix => ({ page: page as SetupPage, ...of }),
)

const pagesOfChecks: Readonly<Record<SetupCheckId, readonly SetupPage[]>> = {
  merchant_active: ['merchant'],
  website: ['ownWebsites', 'websites'],
  mode: ['merchant'],
  currency_known: ['platformCurrencies'],
  merchant_open: ['merchant'],
  processing: ['merchant'],
  method_on: ['methods'],
  currency_on: ['currencies'],
  country_on: ['countries'],
  industry_on: ['industries'],
  risk_limit: ['riskLevels'],
  screening: ['screening', 'blacklist'],
  route: ['mids'],
  approval: ['merchant', 'riskLevels'],
  fee: ['fees'],
}

/** A MID that is of the wrong kind is mended where MIDs are; others where the objection comes from. */
const pagesOfObjections: Readonly<Record<string, SetupPage>> = {
  provider_off: 'providers',
  banking: 'banking',
  pos: 'pos',
  no_rule: 'routing',
  not_named: 'routing',
}

/** The screens that mend what is missing, each once. */
export function fixesOf(check: SetupCheckId, objections: readonly string[]): Fix[] {
  const ofMids = objections.map((code) => pagesOfObjections[code] ?? 'mids')
  const named = check === 'route' && ofMids.length > 0 ? ofMids : pagesOfChecks[check]
  return fixPages.filter(({ page }) => named.includes(page))
}

export const fixPath = (
  { path }: Fix,
  { merchantId, mode }: { readonly merchantId: string; readonly mode: string },
): string => path.replace(':merchantId', merchantId).replace(':mode', mode)
