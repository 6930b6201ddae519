// What an administrator needs to set up another identity provider, said at each start: a slash too many in one of these
// addresses is a sign-in that fails without a word of why.
import { readDiscovery } from '@counterfoil/kit/server/authentication/discovery.ts'
import type { Settings } from '@counterfoil/kit/server/settings.ts'

type Provider = Pick<Settings, 'oidc' | 'publicUrl'>

/** Says where the two meet, and what is wrong already now; the start goes on, because the provider may come later. */
export async function describeForeignProvider({ oidc, publicUrl }: Provider): Promise<string[]> {
  const { issuer, clientId, claims, audience, accessTokenSign, isEmailTrusted } = oidc
  const trouble = await readDiscovery(issuer).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return [
    `people sign in at ${issuer} as its client ${clientId}`,
    ...(trouble === undefined ? [] : [`nobody can sign in yet: ${trouble}`]),
    `  redirect addresses there: ${publicUrl}/login-callback and ${publicUrl}/assets/silent-redirect.html`,
    `  address after sign-out there: ${publicUrl}/assets/logout-callback.html`,
    `  claims read: ${claims.subject} (who), ${claims.email} (e-mail, ${isEmailTrusted ? 'unless' : 'when'} email_verified says ${isEmailTrusted ? 'no' : 'so'}), ${claims.profile} (user type)`,
    `  access tokens taken: ${accessTokenSign === undefined ? 'of type at+jwt' : `of type at+jwt, or with ${accessTokenSign}`}${audience === undefined ? `, given to ${clientId}; opaque ones are asked about` : `, for ${audience}`}`,
  ]
}
