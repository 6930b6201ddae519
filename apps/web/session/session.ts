import {
  ErrorResponse,
  InMemoryWebStorage,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { defaultPathOf } from './default-path.rules.ts'
import { messageOf, type SignInFailure, type SignInMethods, signInBy } from './sign-in.ts'

/** The server's configuration of the sign-in. */
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
  /** The first page of the user, if no page was requested. */
  readonly defaultPath: string
}

/** The result of a sign-in, for the pages around it. */
export type SignInResult =
  | { readonly kind: 'Success' }
  | { readonly kind: 'Redirect' }
  | { readonly kind: 'Fail'; readonly cause: SignInFailure }

/** `refused`: the identity provider answered that no user, or another one, is signed in; `failed`: it did not answer. */
export type RenewalResult = 'renewed' | 'refused' | 'failed'

const silentTimeoutS = 8
/** As long as the embedded provider keeps a sign-in open; later callbacks are refused. */
const signInWithinS = 3600
const subjectKey = 'subject'

/** Tokens are only in the page's memory; the state of a redirect is in the tab's session storage. */
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
    // renewal.ts renews and warns by its own timers.
    automaticSilentRenew: false,
    // some providers answer nothing without a page unless they are shown whose token is renewed
    includeIdTokenInSilentRenew: true,
    loadUserInfo: false,
    monitorSession: false,
    ...(resource === undefined ? {} : { resource }),
  }
}

/** Each sign-in has a nonce, which some providers demand: the library compares it with the one in the id token. */
const withNonce = (manager: UserManager): SignInMethods => ({
  signinSilent: () => manager.signinSilent({ nonce: crypto.randomUUID() }),
  signinPopup: (options) => manager.signinPopup({ ...options, nonce: crypto.randomUUID() }),
  signinRedirect: (options) => manager.signinRedirect({ ...options, nonce: crypto.randomUUID() }),
})

const withoutSilent = (methods: SignInMethods): SignInMethods => ({
  ...methods,
  signinSilent: async () => null,
})

const signedInOf = (user: User, profileClaim: string): SignedIn => ({
  subject: user.profile.sub,
  accessToken: user.access_token,
  expiresAt: user.expires_at ?? Math.floor(Date.now() / 1000),
  defaultPath: defaultPathOf(user.profile[profileClaim]),
})

/** The session of this page, as an external store: `subscribe` and `current`. */
export class Session {
  readonly #manager: UserManager
  readonly #configuration: ClientConfiguration
  readonly #listeners = new Set<() => void>()
  #current: SignedIn | null = null
  #renewing: Promise<RenewalResult> | null = null
  #refusal: string | null = null
  /** Whether the provider was asked silently when the page began, and did not say who is signed in. */
  #wasAskedInVain = false
  /** Shown to the provider at a sign-out: without it some ask again, and some refuse. */
  #idToken: string | undefined

  constructor(configuration: ClientConfiguration) {
    this.#configuration = configuration
    this.#manager = new UserManager(settingsOf(configuration))
  }

  /** The provider's pages for registering and for the user's account; null where it has none. */
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

  /** Asks the provider silently who is signed in. The first `signIn` after a refusal does not ask the same again. */
  async begin(): Promise<void> {
    this.#wasAskedInVain = (await this.renew()) !== 'renewed'
  }

  /**
   * The provider's page has this page's language, and the colours of `tenant` if a link to the portal named one.
   */
  async signIn(returnPath: string | null, tenant: string | null): Promise<SignInResult> {
    const methods = withNonce(this.#manager)
    const wasAsked = this.#wasAskedInVain
    this.#wasAskedInVain = false
    const result = await signInBy(wasAsked ? withoutSilent(methods) : methods, {
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

  /** A fresh sign-in of the same user in a popup, as strong as required (RFC 9470); false if it did not succeed. */
  async stepUp(acrValues: string): Promise<boolean> {
    try {
      const user = await withNonce(this.#manager).signinPopup({
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
      const user = await withNonce(this.#manager).signinSilent()
      if (user === null) return 'refused'
      this.#keep(user)
      return 'renewed'
    } catch (cause) {
      return cause instanceof ErrorResponse ? 'refused' : 'failed'
    }
  }

  /** Redeems the code of the address bar; returns the path from which the sign-in began, if there was one. */
  async completeSignIn(url: string): Promise<string | null> {
    await this.#manager.clearStaleState()
    const user = await this.#manager.signinRedirectCallback(url)
    this.#keep(user)
    return typeof user.state === 'string' ? user.state : null
  }

  /** Gets a new token; concurrent calls share one attempt. */
  renew = (): Promise<RenewalResult> => {
    this.#renewing ??= this.#askSilently().finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  /**
   * Signs out by redirect to the identity provider; `Success`: here alone, because the provider has no sign-out. If that
   * cannot be started, the session is cleared anyway.
   */
  async signOut(): Promise<SignInResult> {
    this.forgetSubject()
    try {
      if ((await this.#manager.metadataService.getEndSessionEndpoint()) === undefined) {
        await this.clear()
        return { kind: 'Success' }
      }
      await this.#manager.signoutRedirect({
        state: 'signed-out',
        // whom the API refused has no session here any more, and still has one there
        ...(this.#idToken === undefined ? {} : { id_token_hint: this.#idToken }),
        extraQueryParams: { ui_locales: document.documentElement.lang },
      })
      return { kind: 'Redirect' }
    } catch (cause) {
      await this.clear()
      return { kind: 'Fail', cause: { reason: 'error', details: messageOf(cause) } }
    }
  }

  /** Whether the address belongs to a sign-out that this portal began. */
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
   * Clears the tokens of this page without a sign-out. `refusal` is why the API refuses a user whom the identity provider
   * knows; it is shown until the next sign-in, because signing in again would end the same.
   */
  async clear(refusal: string | null = null): Promise<void> {
    this.#refusal = refusal
    this.#set(null)
    await this.#manager.removeUser()
  }

  /** Why the last session ended, if a new sign-in would not help. */
  get refusal(): string | null {
    return this.#refusal
  }

  /** The subject of this browser's last session; other tabs compare it with their own. */
  static storedSubject(): string | null {
    return localStorage.getItem(subjectKey)
  }

  forgetSubject() {
    localStorage.removeItem(subjectKey)
  }

  #keep(user: User) {
    const signedIn = signedInOf(user, this.#configuration.profile_claim)
    localStorage.setItem(subjectKey, signedIn.subject)
    this.#idToken = user.id_token
    this.#refusal = null
    this.#set(signedIn)
  }

  #set(signedIn: SignedIn | null) {
    this.#current = signedIn
    for (const listener of this.#listeners) listener()
  }
}
