import type { readUserContext } from '@counterfoil/features/access/sign-in-context/context.contract.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import type { NamedId, SignedInUser, UserContext } from '@counterfoil/kit/web/session/user.tsx'
import type { AppAction, AppState } from './app-state.rules.ts'

type ContextAnswer = AnswerOf<typeof readUserContext>

/** Customer 0, Tenant 1, Platform 2. */
const audiences: readonly Audience[] = ['merchant', 'tenant', 'platform']

// one for all: `localeCompare` makes one for each comparison
const byName = new Intl.Collator()

/** Names by id as the sorted choices of a dropdown. */
function dropdownOf(names: Readonly<Record<string, string>>): readonly NamedId[] {
  return Object.entries(names)
    .map(([id, name]) => ({ id, name }))
    .sort((one, other) => byName.compare(one.name, other.name))
}

function userOf({ user }: ContextAnswer): SignedInUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    audience: user.isPlatform ? 'platform' : (audiences[user.userType] ?? 'merchant'),
    isAdministrator: user.isAdministrator,
    permissions: new Set(user.permissions),
    tenantId: user.tenantId,
    tenantName: user.tenant.name,
    tenantSupportEmail: user.tenantSupportEmail || null,
    logo: user.merchant?.logo ?? user.checkoutLogoSource,
    favIcon: user.favIconSource,
    merchantId: user.merchantId,
    merchantName: user.merchant?.legalBusinessName ?? null,
    homeCurrency: user.merchant?.homeCurrency ?? null,
    isLimitedToPayments: user.isLimitedToPayments,
    isLimitedToMerchants: user.isLimitedToMerchants,
    processingStatus: user.merchant?.processingStatus ?? null,
    merchantStatus: user.merchant?.merchantStatus ?? null,
    timeZone: user.configureTimeZone,
    locale: user.locale,
    theme: user.themeSettings,
    screenNames: user.screenNames,
    preferences: user.preferences,
  }
}

/** The action that replaces the app's state by the server's answer. */
export function userLoaded(answer: ContextAnswer): AppAction {
  const user = userOf(answer)
  return {
    type: 'user-loaded',
    user,
    tenants: dropdownOf(answer.user.tenants),
    viewAs: answer.viewAs && { ...answer.viewAs, roleName: answer.user.systemRoleName },
    lists: {
      activePaymentMethods: answer.activePaymentMethods,
      activeServiceProviders: answer.activeServiceProviders,
      activeCurrencies: answer.activeCurrencies,
      activeCountries: answer.activeCountries,
      activeLanguages: answer.activeLanguages,
      activeCustomers: user.audience === 'merchant' ? {} : answer.activeCustomers,
    },
  }
}

/** The state for the screens; null while no user is loaded. */
export function userContextOf(state: AppState): UserContext | null {
  if (state.user === null) return null
  return {
    user: state.user,
    customers: dropdownOf(state.activeCustomers),
    tenants: state.tenants,
    serviceProviders: state.activeServiceProviders,
    paymentMethods: state.activePaymentMethods,
    currencies: state.activeCurrencies,
    countries: state.activeCountries,
    languages: state.activeLanguages,
    viewAs: state.viewAs,
  }
}

/** The first pages of users. */
export const homePaths: readonly string[] = ['/dashboard', '/crm/dashboard']

/** The first page of a user: /crm/dashboard for operators, /dashboard for merchants' users. */
export function homePathOf(audience: Audience): string {
  return audience === 'merchant' ? '/dashboard' : '/crm/dashboard'
}
