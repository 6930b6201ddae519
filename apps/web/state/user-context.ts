import type { readUserContext } from '@counterfoil/features/access/context/context.contract.ts'
import type { AnswerOf } from '@counterfoil/kit/web/call.ts'
import type { Audience, NamedId, UserContext } from '@counterfoil/kit/web/user.tsx'

type ContextAnswer = AnswerOf<typeof readUserContext>

/** Customer 0, Tenant 1, Platform 2. */
const audiences: readonly Audience[] = ['merchant', 'tenant', 'platform']

const byName = (one: NamedId, other: NamedId) => one.name.localeCompare(other.name)

/** The server's answer as the screens use it. */
export function userContextOf(answer: ContextAnswer): UserContext {
  const { user } = answer
  return {
    user: {
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
      merchantId: user.merchantId,
      merchantName: user.merchant?.legalBusinessName ?? null,
      processingStatus: user.merchant?.processingStatus ?? null,
      timeZone: user.configureTimeZone,
      locale: user.locale,
      theme: user.themeSettings,
    },
    customers: Object.entries(answer.activeCustomers)
      .map(([id, name]) => ({ id, name }))
      .sort(byName),
    tenants: Object.entries(user.tenants)
      .map(([id, name]) => ({ id, name }))
      .sort(byName),
    serviceProviders: answer.activeServiceProviders,
    paymentMethods: answer.activePaymentMethods,
    currencies: answer.activeCurrencies,
    countries: answer.activeCountries,
    languages: answer.activeLanguages,
  }
}

/** Where a user lands: crm users, who are tenant and platform staff, on crm/dashboard, others on /dashboard. */
export function homePathOf(audience: Audience): string {
  return audience === 'merchant' ? '/dashboard' : '/crm/dashboard'
}
