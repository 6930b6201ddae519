// How somebody is signed in: silently, then in a window of its own where that is configured, then by leaving the page.
import type { User } from 'oidc-client-ts'

export type AuthenticationResult =
  | { readonly kind: 'Success'; readonly user: User }
  /** The page is being left. */
  | { readonly kind: 'Redirect' }
  | { readonly kind: 'Fail'; readonly cause: SignInFailure }

/** Why a sign-in failed; `details` are the provider's or the library's own words. */
export interface SignInFailure {
  readonly reason: 'popup-closed' | 'error'
  readonly details: string
}

/** The three ways of the OpenID library. */
export interface SignInMethods {
  signinSilent(): Promise<User | null>
  signinPopup(options: object): Promise<User>
  signinRedirect(options: object): Promise<void>
}

export interface SignInPreferences {
  readonly usesPopup: boolean
  /** Handed to the provider with a window or redirect. */
  readonly parameters: object
}

export async function signInBy(
  ways: SignInMethods,
  wishes: SignInPreferences,
): Promise<AuthenticationResult> {
  const known = await silently(ways)
  if (known !== null) return { kind: 'Success', user: known }
  if (wishes.usesPopup) {
    const result = await inWindow(ways, wishes.parameters)
    if (result !== null) return result
  }
  try {
    await ways.signinRedirect(wishes.parameters)
    return { kind: 'Redirect' }
  } catch (cause) {
    return { kind: 'Fail', cause: { reason: 'error', details: wordsOf(cause) } }
  }
}

/** Null: not signed in there, or no way to ask silently. */
async function silently(ways: Pick<SignInMethods, 'signinSilent'>): Promise<User | null> {
  try {
    return await ways.signinSilent()
  } catch {
    return null
  }
}

/** Null where the browser opened no window; then the page itself is left. */
async function inWindow(
  ways: SignInMethods,
  parameters: object,
): Promise<AuthenticationResult | null> {
  try {
    const user = await ways.signinPopup({ ...parameters, popupAbortOnClose: true })
    return { kind: 'Success', user }
  } catch (cause) {
    const details = wordsOf(cause)
    if (/disposed window|blocked/i.test(details)) return null
    const reason = /popup (was )?(closed|aborted)/i.test(details) ? 'popup-closed' : 'error'
    return { kind: 'Fail', cause: { reason, details } }
  }
}

export const wordsOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause)
