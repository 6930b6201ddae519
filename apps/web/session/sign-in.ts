// Signs in: silently, then in a popup if that is configured, then by redirect.
import type { User } from 'oidc-client-ts'

export type AuthenticationResult =
  | { readonly kind: 'Success'; readonly user: User }
  /** The browser is leaving the page. */
  | { readonly kind: 'Redirect' }
  | { readonly kind: 'Fail'; readonly cause: SignInFailure }

/** Why a sign-in failed; `details` is the provider's or the library's message. */
export interface SignInFailure {
  readonly reason: 'popup-closed' | 'unreachable' | 'error'
  readonly details: string
}

/** The three methods of the OpenID library. */
export interface SignInMethods {
  signinSilent(): Promise<User | null>
  signinPopup(options: object): Promise<User>
  signinRedirect(options: object): Promise<void>
}

export interface SignInPreferences {
  readonly usesPopup: boolean
  /** Sent to the provider by popup or redirect. */
  readonly parameters: object
}

export async function signInBy(
  methods: SignInMethods,
  preferences: SignInPreferences,
): Promise<AuthenticationResult> {
  const known = await silently(methods)
  if (known !== null) return { kind: 'Success', user: known }
  if (preferences.usesPopup) {
    const result = await inPopup(methods, preferences.parameters)
    if (result !== null) return result
  }
  try {
    await methods.signinRedirect(preferences.parameters)
    return { kind: 'Redirect' }
  } catch (cause) {
    const reason = isUnreachable(cause) ? 'unreachable' : 'error'
    return { kind: 'Fail', cause: { reason, details: messageOf(cause) } }
  }
}

/** Null: not signed in at the provider, or silent sign-in is not possible. */
async function silently(methods: Pick<SignInMethods, 'signinSilent'>): Promise<User | null> {
  try {
    return await methods.signinSilent()
  } catch {
    return null
  }
}

/** Null if the browser blocked the popup; then the page redirects. */
async function inPopup(
  methods: SignInMethods,
  parameters: object,
): Promise<AuthenticationResult | null> {
  try {
    const user = await methods.signinPopup({ ...parameters, popupAbortOnClose: true })
    return { kind: 'Success', user }
  } catch (cause) {
    const details = messageOf(cause)
    if (/disposed window|blocked/i.test(details)) return null
    const reason = /popup (was )?(closed|aborted)/i.test(details) ? 'popup-closed' : 'error'
    return { kind: 'Fail', cause: { reason, details } }
  }
}

/** Browsers say in their own words that a request came to nothing; none says what to do. */
export const isUnreachable = (cause: unknown): boolean =>
  cause instanceof TypeError && /fetch|network|load failed/i.test(cause.message)

export const messageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause)
