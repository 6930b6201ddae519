// What an OpenID provider says of itself.

export const providerTimeoutMs = 5_000

export interface Discovery {
  readonly jwksUri: string
  readonly userinfoUrl: string | undefined
}

export async function readDiscovery(issuer: string): Promise<Discovery> {
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(providerTimeoutMs),
    headers: { accept: 'application/json' },
  })
  if (!answer.ok) throw new Error(`Discovery of ${issuer} answered ${answer.status}`)
  const document = (await answer.json()) as {
    issuer?: unknown
    jwks_uri?: unknown
    userinfo_endpoint?: unknown
  }
  if (document.issuer !== issuer) {
    const named = String(document.issuer)
    throw new Error(
      `OIDC_ISSUER is ${issuer}, and the provider there calls itself ${named}: set it to that, to the letter`,
    )
  }
  if (typeof document.jwks_uri !== 'string') throw new Error(`Discovery of ${issuer} names no keys`)
  const { userinfo_endpoint: userinfo } = document
  return {
    jwksUri: document.jwks_uri,
    userinfoUrl: typeof userinfo === 'string' ? userinfo : undefined,
  }
}
