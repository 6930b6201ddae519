const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
const browserNames: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' }
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'] as const
const systemNames: Readonly<Record<string, string>> = { 'Mac OS X': 'macOS' }

/** A browser's `User-Agent` as "Firefox, Windows": enough to know one's own devices again. Undefined: it says neither. */
export function deviceOf(userAgent: string | null): string | undefined {
  const browser = browsers.find((name) => userAgent?.includes(`${name}/`))
  const system = systems.find((name) => userAgent?.includes(name))
  const named = [
    browser && (browserNames[browser] ?? browser),
    system && (systemNames[system] ?? system),
  ].filter(Boolean)
  return named.length === 0 ? undefined : named.join(', ')
}
