import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { type AnyEndpoint, isOpenToViewers } from '@counterfoil/kit/contract/endpoint.ts'
import { languageCodes } from '@counterfoil/kit/contract/languages.ts'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Language } from '../texts/i18n.tsx'
import type { Preferences } from './preferences.ts'

export interface NamedId {
  readonly id: string
  readonly name: string
}

/** `id` is the ISO 4217 code. */
export interface CurrencyOption extends NamedId {
  readonly decimalPlaces: number
}

/** The tenant's colours under the names of the theme call; null where the tenant set none. */
export interface ThemeSettings {
  readonly layoutName?: string | null
  readonly buttonsLinkColor?: string | null
  readonly headerBackgroundColor?: string | null
  readonly mainBackgroundColor?: string | null
  readonly sidebarBackgroundColor?: string | null
  readonly primaryColor?: string | null
  readonly textColor?: string | null
}

/** What screens need to know of the person who signed in. */
export interface SignedInUser {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly audience: Audience
  readonly isAdministrator: boolean
  readonly permissions: ReadonlySet<string>
  /** Sees payments of some methods or providers alone. */
  readonly isLimitedToPayments: boolean
  /** Looks after some of the tenant's merchants alone, or is one. */
  readonly isLimitedToMerchants: boolean
  readonly tenantId: string
  readonly tenantName: string
  readonly tenantSupportEmail: string | null
  readonly logo: string | null
  /** The picture that the browser shows for the page. */
  readonly favIcon: string | null
  readonly merchantId: string | null
  readonly merchantName: string | null
  /** Of a merchant's user: in which the merchant keeps its books. */
  readonly homeCurrency?: string | null
  readonly processingStatus: string | null
  /** Of a merchant's user: `Active`, or why the merchant takes no payments. */
  readonly merchantStatus?: string | null
  /** IANA zone in which times are shown. */
  readonly timeZone: string
  /** BCP 47: the user's own language, or the tenant's. */
  readonly locale: string
  readonly theme: ThemeSettings
  /** What the tenant calls some screens, by their paths. */
  readonly screenNames?: Readonly<Record<string, string>>
  /** As they were on arrival; what stands now is `usePreferences`. */
  readonly preferences: Preferences
}

/** An administrator looks through the user's eyes; nothing can be changed meanwhile. */
export interface ViewAs {
  readonly id: string
  readonly administratorName: string
  readonly roleName: string
  readonly endsAt: string
}

/** The signed-in user and the lists that pickers and formats draw on. */
export interface UserContext {
  readonly user: SignedInUser
  readonly customers: readonly NamedId[]
  /** Tenants that the user may look at; only platform staff have more than their own. */
  readonly tenants: readonly NamedId[]
  readonly serviceProviders: readonly NamedId[]
  readonly paymentMethods: readonly NamedId[]
  readonly currencies: readonly CurrencyOption[]
  /** `id` is the ISO 3166 two-letter code. */
  readonly countries: readonly NamedId[]
  readonly languages: readonly NamedId[]
  readonly viewAs?: ViewAs | null
}

const Context = createContext<UserContext | null>(null)

export function UserProvider({ value, children }: { value: UserContext; children: ReactNode }) {
  return <Context value={value}>{children}</Context>
}

/** The user context; only within signed-in pages. */
export function useUserContext(): UserContext {
  const context = useContext(Context)
  if (context === null) throw new Error('useUserContext needs a signed-in user')
  return context
}

export function useUser(): SignedInUser {
  return useUserContext().user
}

/** The signed-in user, or undefined on pages before the sign-in. */
export function useMaybeUser(): SignedInUser | undefined {
  return useContext(Context)?.user
}

/** Undefined unless an administrator looks through the user's eyes. */
export function useViewAs(): ViewAs | undefined {
  return useContext(Context)?.viewAs ?? undefined
}

/** Any one of the permissions suffices; an empty list means every signed-in user. */
export function holdsAny(user: SignedInUser, anyOf: readonly string[]): boolean {
  return anyOf.length === 0 || anyOf.some((permission) => user.permissions.has(permission))
}

/** Permissions that are for nothing but changing. */
const isChange = (permission: string) => /\.(Edit|Delete)$|\.Actions\./.test(permission)

/** Whether the user holds one of the permissions, to show or hide a control. The server decides for itself. */
export function useMay(...anyOf: string[]): boolean {
  const user = useUser()
  const isLooking = useViewAs() !== undefined
  if (!isLooking || anyOf.length === 0) return holdsAny(user, anyOf)
  const looking = anyOf.filter((permission) => !isChange(permission))
  return looking.length > 0 && holdsAny(user, looking)
}

/** Whether the user may make a call, to show or hide what makes it. */
export function useMayCall(
  endpoint: Pick<AnyEndpoint, 'access' | 'method' | 'contentType' | 'viewAs'>,
): boolean {
  const { access } = endpoint
  const isLooking = useViewAs() !== undefined
  const may = useMay(...(access.kind === 'permission' ? access.anyOf : []))
  return may && (!isLooking || isOpenToViewers(endpoint))
}

/** The languages that are switched on, in the order of the product. */
export function useOfferedLanguages(): readonly Language[] {
  const { languages: inUse } = useUserContext()
  return useMemo(() => languageCodes.filter((one) => inUse.some(({ id }) => id === one)), [inUse])
}

const noCurrencies: readonly CurrencyOption[] = []
// made once: every amount on a page asks for it
const byCode = new WeakMap<readonly CurrencyOption[], ReadonlyMap<string, CurrencyOption>>()

/** Decimal places by currency code. */
export function useCurrencies(): ReadonlyMap<string, CurrencyOption> {
  const currencies = useContext(Context)?.currencies ?? noCurrencies
  const known = byCode.get(currencies)
  if (known !== undefined) return known
  const made = new Map(currencies.map((currency) => [currency.id, currency]))
  byCode.set(currencies, made)
  return made
}

/** The user's zone, or the browser's before sign-in. */
export function useTimeZone(): string {
  return timeZoneOf(useContext(Context)?.user)
}

export const timeZoneOf = (user: Pick<SignedInUser, 'timeZone'> | undefined): string =>
  user?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'
