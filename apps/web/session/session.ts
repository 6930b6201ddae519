import {
  ErrorResponse,
  InMemoryWebStorage,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { defaultPathOf } from './default-path.rules.ts'
import { type SignInFailure, signInBy, wordsOf } from './sign-in.ts'

/** What the server says about how to sign in. */
export interface ClientConfiguration {
  readonly authority: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly post_logout_redirect_uri: string
  readonly silent_redirect_uri: string
  readonly popup_redirect_uri: string
  readonly response_type: string
  readonly scope: string
  readonly resource?: string | undefined
  readonly profile_claim: string
  readonly sign_in_popup: boolean
  readonly register_url: string | null
  readonly account_url: string | null
}

export interface SignedIn {
  readonly subject: string
  readonly accessToken: string
  /** Epoch seconds. */
  readonly expiresAt: number
  /** Where this user lands who asked for no page. */
  readonly defaultPath: string
}

/** What became of a sign-in, as the pages around it need it. */
export type SignInResult =
  | { readonly kind: 'Success' }
  | { readonly kind: 'Redirect' }
  | { readonly kind: 'Fail'; readonly cause: SignInFailure }

/** `refused`: the identity provider answered that nobody, or not this user, is signed in; `failed`: it did not answer. */
export type RenewalResult = 'renewed' | 'refused' | 'failed'

const silentTimeoutS = 8
/** As long as the embedded provider keeps a sign-in open; a callback that comes later was not asked for any more. */
const signInWithinS = 3600
const subjectKey = 'subject'

/** Tokens live in the memory of the page alone; what a redirect must remember lives in the tab's session. */
function settingsOf(configuration: ClientConfiguration): UserManagerSettings {
  const { resource } = configuration
  return {
    authority: configuration.authority,
    client_id: configuration.client_id,
    redirect_uri: configuration.redirect_uri,
    post_logout_redirect_uri: configuration.post_logout_redirect_uri,
    silent_redirect_uri: configuration.silent_redirect_uri,
    popup_redirect_uri: configuration.popup_redirect_uri,
    response_type: configuration.response_type,
    scope: configuration.scope,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    silentRequestTimeoutInSeconds: silentTimeoutS,
    staleStateAgeInSeconds: signInWithinS,
    // The documents' own timers renew and give notice (see renewal.ts).
    automaticSilentRenew: false,
    loadUserInfo: false,
    monitorSession: false,
    ...(resource === undefined ? {} : { resource }),
  }
}

const signedInOf = (user: User, profileClaim: string): SignedIn => ({
  subject: user.profile.sub,
  accessToken: user.access_token,
  expiresAt: user.expires_at ?? Math.floor(Date.now() / 1000),
  defaultPath: defaultPathOf(user.profile[profileClaim]),
})

/** The sign-in of this page, as an external store: `subscribe` and `current`. */
export class Session {
  readonly #manager: UserManager
  readonly #configuration: ClientConfiguration
  readonly #listeners = new Set<() => void>()
  #current: SignedIn | null = null
  #renewing: Promise<RenewalResult> | null = null
  #refusal: string | null = null

  constructor(configuration: ClientConfiguration) {
    this.#configuration = configuration
    this.#manager = new UserManager(settingsOf(configuration))
  }

  /** The provider's pages for registering and for the own account; null where it has none for us. */
  get accountPages(): { readonly register: string | null; readonly manage: string | null } {
    const { register_url, account_url } = this.#configuration
    return { register: register_url, manage: account_url }
  }

  get current(): SignedIn | null {
    return this.#current
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /**
   * The provider's page speaks this page's language and wears the colours of `tenant`, when a link to the portal named one.
   */
  async signIn(returnPath: string | null, tenant: string | null): Promise<SignInResult> {
    const result = await signInBy(this.#manager, {
      usesPopup: this.#configuration.sign_in_popup,
      parameters: {
        state: returnPath,
        ui_locales: document.documentElement.lang,
        ...(tenant === null ? {} : { extraQueryParams: { tenant } }),
      },
    })
    if (result.kind === 'Success') this.#keep(result.user)
    return result
  }

  /** A fresh sign-in of the same user in a window of its own, as strong as is asked (RFC 9470); false when none came of it. */
  async stepUp(acrValues: string): Promise<boolean> {
    try {
      const user = await this.#manager.signinPopup({
        max_age: 0,
        ...(acrValues === '' ? {} : { acr_values: acrValues }),
      })
      if (this.#current === null || user.profile.sub !== this.#current.subject) return false
      this.#keep(user)
      return true
    } catch {
      return false
    }
  }

  async #askSilently(): Promise<RenewalResult> {
    try {
      const user = await this.#manager.signinSilent()
      if (user === null) return 'refused'
      this.#keep(user)
      return 'renewed'
    } catch (cause) {
      return cause instanceof ErrorResponse ? 'refused' : 'failed'
    }
  }

  /** Takes the code of the address bar; answers the path that the sign-in began from, when it began from one. */
  async completeSignIn(url: string): Promise<string | null> {
    await this.#manager.clearStaleState()
    const user = await this.#manager.signinRedirectCallback(url)
    this.#keep(user)
    return typeof user.state === 'string' ? user.state : null
  }

  /** Gets a new token; many who ask at once share one attempt. */
  renew = (): Promise<RenewalResult> => {
    this.#renewing ??= this.#askSilently().finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  /** By redirect to the identity provider. When that cannot be started the session is cleared all the same. */
  async signOut(): Promise<SignInResult> {
    this.forgetSubject()
    try {
      await this.#manager.signoutRedirect({
        state: 'signed-out',
        extraQueryParams: { ui_locales: document.documentElement.lang },
      })
      return { kind: 'Redirect' }
    } catch (cause) {
      await this.clear()
      return { kind: 'Fail', cause: { reason: 'error', details: wordsOf(cause) } }
    }
  }

  /** Whether the address is the answer to a sign-out that this page began. */
  async completeSignOut(url: string): Promise<boolean> {
    try {
      const response = await this.#manager.signoutCallback(url)
      await this.clear()
      return response?.userState === 'signed-out'
    } catch {
      return false
    }
  }

  /**
   * Forgets the tokens of this page without telling anybody. `refusal` is why the API wants nothing of a user whom the
   * identity provider knows; until the next sign-in it is told instead of signing in again, which would end the same.
   */
  async clear(refusal: string | null = null): Promise<void> {
    this.#refusal = refusal
    this.#set(null)
    await this.#manager.removeUser()
  }

  /** Why the last session was ended, when a new sign-in would not help. */
  get refusal(): string | null {
    return this.#refusal
  }

  /** Whose session this browser last saw; other tabs compare it with their own. */
  static storedSubject(): string | null {
    return localStorage.getItem(subjectKey)
  }

  forgetSubject() {
    localStorage.removeItem(subjectKey)
  }

  #keep(user: User) {
    const signedIn = signedInOf(user, this.#configuration.profile_claim)
    localStorage.setItem(subjectKey, signedIn.subject)
    this.#refusal = null
    this.#set(signedIn)
  }

  #set(signedIn: SignedIn | null) {
    this.#current = signedIn
    for (const listener of this.#listeners) listener()
  }
}
