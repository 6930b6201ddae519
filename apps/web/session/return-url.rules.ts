/** Pages of the sign-in itself, to which nobody is sent back. */
const ownPages = /^\/(authentication\/|login-callback)/

/**
 * Where to go after sign-in: the path of a return URL that lies on the page's own origin, else the fallback.
 * The browser's own URL parser decides, so that `//host`, `/\host`, user info, other schemes and their encoded
 * forms are seen for what they are.
 */
export function safeReturnPath(
  returnUrl: string | null | undefined,
  origin: string,
  fallback: string,
): string {
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
