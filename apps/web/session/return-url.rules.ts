/** Pages of the sign-in itself, to which nobody is sent back; the own account's page is none of these. */
const ownPages = /^\/(authentication\/(?!profile$)|login-callback)/

/**
 * Where to go after sign-in: the path of a return URL that lies on the page's own origin, else the fallback.
 * The browser's own URL parser decides, so that `//host`, `/\host`, user info, other schemes and their encoded
 * forms are seen for what they are.
 */
export function safeReturnPath<Fallback extends string | null>(
  returnUrl: string | null | undefined,
  origin: string,
  fallback: Fallback,
): string | Fallback {
  if (returnUrl === null || returnUrl === undefined || returnUrl === '') return fallback
  let url: URL
  try {
    url = new URL(returnUrl, origin)
  } catch {
    return fallback
  }
  const isOwn = url.origin === origin && url.username === '' && url.password === ''
  // A path that begins with two slashes would be read as a host by whoever resolves it again.
  if (!isOwn || url.pathname.startsWith('//') || ownPages.test(url.pathname)) return fallback
  return url.pathname + url.search + url.hash
}
