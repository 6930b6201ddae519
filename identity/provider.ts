// How the OpenID provider behaves: one first-party client, code flow with PKCE, JWT access tokens for the API, rotating
// refresh tokens that end with the session.
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Settings } from '@counterfoil/kit/server/settings.ts'
import type { Context } from 'koa'
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
  type Account as ProviderAccount,
} from 'oidc-provider'
import type { Pool } from 'pg'
import { type Account, findAccount, isActiveAccount } from './accounts.ts'
import { postgresAdapter } from './adapter.ts'
import { answerFailed, answerSignedOut } from './message-pages.ts'
import type { PageSource } from './page-context.ts'
import type { Secrets } from './secrets.ts'
import { answerSignOut } from './sign-out-page.ts'

export const signInPath = '/Identity/Account/Login'

const accessTokenS = 10 * 60
const signInFormS = 60 * 60
/** A working day: whoever signed in signs in again after it, however busy the session was. */
const sessionS = 12 * 60 * 60

/** The scopes of the documents (auth.scopes): one for each of the API's areas. */
const apiScopes = 'Merchant Payment Webhook Accounting Support FileService Banking'
const openIdScopes = 'openid profile email offline_access'

/** User types as the documents write them. */
const profileNames: Record<Audience, string> = {
  platform: 'Platform',
  tenant: 'Tenant',
  merchant: 'Merchant',
}

export interface ProviderParts {
  readonly issuer: string
  readonly settings: Pick<Settings, 'publicUrl' | 'oidc'>
  readonly pool: Pool
  readonly secrets: Secrets
}

export function createProvider({ issuer, settings, pool, secrets }: ProviderParts): Provider {
  const { publicUrl, oidc } = settings
  const pages: PageSource = { pool, portalUrl: publicUrl }
  const resource = oidc.resource ?? `${publicUrl}/api`
  const provider = new Provider(issuer, {
    adapter: postgresAdapter(pool),
    jwks: { keys: [...secrets.signingKeys] },
    cookies: cookiesOf(issuer, secrets),
    clients: [portalClient(oidc.clientId, publicUrl)],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    scopes: `${openIdScopes} ${apiScopes}`.split(' '),
    claims: {
      // how somebody signed in: with a password alone, or with a code besides
      openid: ['sub', 'amr'],
      profile: ['profile', 'name', 'given_name', 'family_name', 'tenant_id'],
      email: ['email'],
    },
    // the portal reads who signed in from the id token
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: async (ctx, id, token) => {
      const person = await findAccount(pool, id)
      // asked with each renewal too, so that whoever was deactivated or signed out everywhere is out by then
      const beganAtS = (token as { authTime?: number } | undefined)?.authTime
      if (person === undefined || !isActiveAccount(person, beganAtS ?? ctx.oidc.session?.loginTs))
        return
      return providerAccount(person)
    },
    extraTokenClaims: (ctx) => accessTokenClaims(ctx),
    clientBasedCORS: (_ctx, origin) => origin === new URL(publicUrl).origin,
    extraParams: ['tenant'],
    interactions: {
      policy: signInPolicy(),
      url: (_ctx, interaction) => `${signInPath}/${interaction.uid}`,
    },
    loadExistingGrant: (ctx) => firstPartyGrant(ctx, resource),
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: async () => true,
    renderError: (ctx, out) => answerFailed(ctx, pages, failureOf(ctx, out.error)),
    discovery: { ui_locales_supported: ['en', 'tr'] },
    clockTolerance: 5,
    ttl: lifetimes,
    features: featuresOf(pages, resource),
  })
  // The server in front has set these headers itself, from the issuer and the connection.
  provider.proxy = true
  return provider
}

function cookiesOf(issuer: string, { cookieSecrets }: Secrets): Configuration['cookies'] {
  // browsers accept these names only from an encrypted origin, so no other host can set them for ours
  const isSecure = issuer.startsWith('https:')
  return {
    names: {
      session: isSecure ? '__Host-identity_session' : 'identity_session',
      interaction: isSecure ? '__Secure-identity_sign_in' : 'identity_sign_in',
      resume: isSecure ? '__Secure-identity_resume' : 'identity_resume',
    },
    keys: [...cookieSecrets],
    long: { httpOnly: true, sameSite: 'lax', signed: true, secure: isSecure },
    short: { httpOnly: true, sameSite: 'lax', signed: true, secure: isSecure },
  }
}

function portalClient(clientId: string, publicUrl: string) {
  return {
    client_id: clientId,
    client_name: 'Counterfoil',
    application_type: 'web' as const,
    token_endpoint_auth_method: 'none' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
    redirect_uris: [`${publicUrl}/login-callback`, `${publicUrl}/assets/silent-redirect.html`],
    post_logout_redirect_uris: [`${publicUrl}/assets/logout-callback.html`],
  }
}

/** No consent between the product and itself; and a session whose user may no longer sign in asks for another one. */
function signInPolicy(): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy
  const policy = base()
  policy.remove('consent')
  // `prompt=consent`, which clients send along with offline_access, is understood and asks nothing
  const consent = new Prompt({ name: 'consent', requestable: true })
  consent.checks.remove('consent_prompt')
  policy.add(consent)
  policy
    .get('login')
    ?.checks.add(
      new Check('no_account', 'the user may no longer sign in', 'login_required', (ctx) =>
        ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined
          ? Check.REQUEST_PROMPT
          : Check.NO_NEED_TO_PROMPT,
      ),
    )
  return policy
}

interface PersonAccount extends ProviderAccount {
  readonly person: Account
}

function providerAccount(person: Account): PersonAccount | undefined {
  if (!person.isActive) return undefined
  return {
    accountId: person.userId,
    person,
    claims: () => ({
      sub: person.userId,
      profile: profileNames[person.userType],
      name: `${person.givenName} ${person.familyName}`.trim(),
      given_name: person.givenName,
      family_name: person.familyName,
      email: person.email,
      // by the link of the invitation
      email_verified: true,
      tenant_id: person.tenantId,
    }),
  }
}

function accessTokenClaims(ctx: KoaContextWithOIDC): Record<string, string | number | boolean> {
  const { person } = ctx.oidc.account as PersonAccount
  const source = ctx.oidc.entities.RefreshToken ?? ctx.oidc.entities.AuthorizationCode
  return {
    profile: profileNames[person.userType],
    email: person.email,
    email_verified: true,
    tenant_id: person.tenantId,
    ...(source?.authTime === undefined ? {} : { auth_time: source.authTime }),
  }
}

/** The session's grant for the portal, with every scope; there is nothing to consent to. */
async function firstPartyGrant(ctx: KoaContextWithOIDC, resource: string) {
  const { client, session, provider } = ctx.oidc
  const accountId = ctx.oidc.account?.accountId
  if (client === undefined || session === undefined || accountId === undefined) return undefined
  const known = session.grantIdFor(client.clientId)
  const existing = known === undefined ? undefined : await provider.Grant.find(known)
  if (existing?.accountId === accountId) return existing
  const grant = new provider.Grant({ accountId, clientId: client.clientId })
  grant.addOIDCScope(openIdScopes)
  grant.addResourceScope(resource, apiScopes)
  await grant.save()
  return grant
}

/** A session's whole life counts from the sign-in, not from its last use. */
const lifetimes: Configuration['ttl'] = {
  AccessToken: accessTokenS,
  AuthorizationCode: 60,
  IdToken: accessTokenS,
  Interaction: signInFormS,
  Grant: sessionS,
  RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? sessionS,
  Session: (_ctx, session) => {
    if (session.loginTs === undefined) return signInFormS
    return Math.max(1, session.loginTs + sessionS - Math.floor(Date.now() / 1000))
  },
}

function featuresOf(pages: PageSource, resource: string): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    // access tokens are for the API alone; who signed in stands in the id token
    userinfo: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, asked) => {
        if (asked !== resource) throw new errors.InvalidTarget()
        return {
          scope: apiScopes,
          audience: resource,
          accessTokenTTL: accessTokenS,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }
      },
    },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        const hinted = ctx.oidc.entities.IdTokenHint?.payload.sub
        return answerSignOut(ctx as Context, pages, {
          form,
          isConfirmed: hinted !== undefined && hinted === ctx.oidc.session?.accountId,
          uiLocales: ctx.oidc.params?.ui_locales as string | undefined,
        })
      },
      postLogoutSuccessSource: (ctx) => answerSignedOut(ctx as Context, pages),
    },
  }
}

const failureOf = (ctx: Context, error: string) => ({
  status: ctx.status,
  error,
  requestId: ctx.state.requestId as string,
})
