/** `Şahin Ödeme A.Ş.` as `sahin-odeme-a-s`; empty when nothing of the name can stand in an address. */
export function slugOf(name: string): string {
  return name
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
}

/** The slug, or the first `slug-2`, `slug-3` … that nobody has. */
export function freeSlug(
  wanted: string,
  taken: readonly string[],
  nameless: 'tenant' | 'merchant' = 'tenant',
): string {
  const beginning = wanted === '' ? nameless : wanted
  if (!taken.includes(beginning)) return beginning
  for (let number = 2; ; number += 1) {
    const slug = `${beginning}-${number}`
    if (!taken.includes(slug)) return slug
  }
}

const timeZones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

export const isTimeZone = (name: string): boolean => timeZones.has(name)
