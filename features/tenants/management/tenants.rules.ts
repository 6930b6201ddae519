/** `Şahin Ödeme A.Ş.` as `sahin-odeme-a-s`; empty when the name has no character that a slug can have. */
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

/** The slug, or the first of `slug-2`, `slug-3` … that is free. */
export function freeSlug(
  preferred: string,
  taken: readonly string[],
  nameless: 'tenant' | 'merchant' = 'tenant',
): string {
  const beginning = preferred === '' ? nameless : preferred
  if (!taken.includes(beginning)) return beginning
  for (let number = 2; ; number += 1) {
    const slug = `${beginning}-${number}`
    if (!taken.includes(slug)) return slug
  }
}
