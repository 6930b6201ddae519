/** Pages of the sign-in, to which a user does not return; the page of the user's account is none of these. */
const ownPages = /^\/(authentication\/(?!profile$)|login-callback)/

export const isSignInPage = (pathname: string): boolean => ownPages.test(pathname)

/**
 * The path after sign-in: that of a return URL of the page's own origin, else the fallback. The browser's own URL parser
 * decides, so that `//host`, `/\host`, user info, other schemes and their encoded forms are recognised.
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
  // A path that begins with two slashes would be resolved as a host later.
  if (!isOwn || url.pathname.startsWith('//') || isSignInPage(url.pathname)) return fallback
  return url.pathname + url.search + url.hash
}
