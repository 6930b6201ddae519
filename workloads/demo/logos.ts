/** A mark on a rounded square, as the address that images take; it needs no file and no request. */
export function logo(background: string, mark: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">` +
    `<rect width="48" height="48" rx="10" fill="${background}"/>` +
    `<g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${mark}</g></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

export const logos = {
  /** A slip with its torn-off counterfoil. */
  counterfoil: logo(
    '#26324f',
    '<path d="M12 12h24v24H12zM20 12v3m0 4v3m0 4v3m0 4v3M25 20h6m-6 7h6"/>',
  ),
  /** Wind from the north. */
  northwind: logo(
    '#0b5c6b',
    '<path d="M10 19h19a5 5 0 1 0-5-5M10 26h26a5 5 0 1 1-5 5M10 33h11a4 4 0 1 1-4 4"/>',
  ),
  /** A bridge between two shores. */
  bosphorus: logo(
    '#8f1d4b',
    '<path d="M8 31h32M15 12v24m18-24v24M8 25c4-2 6-6 7-11 2 8 5 12 9 12s7-4 9-12c1 5 3 9 7 11"/>',
  ),
  harbour: logo(
    '#1d4e89',
    '<path d="M24 15c-4-3-9-3-13-2v21c4-1 9-1 13 2 4-3 9-3 13-2V13c-4-1-9-1-13 2zm0 0v21"/>',
  ),
  quayside: logo('#7a4a12', '<path d="M14 34 32 16m-4-5 9 9M14 34l-3 4m7-9 6 6M12 14l8 8"/>'),
  pierNine: logo(
    '#3d5a40',
    '<path d="M10 18h28M15 18v18m9-18v18m9-18v18M10 37c4-3 6 3 10 0s6 3 10 0 5 2 8 0"/>',
  ),
  galata: logo(
    '#4e342e',
    '<path d="M12 20h20v8a9 9 0 0 1-9 9h-2a9 9 0 0 1-9-9zm20 2h3a4 4 0 0 1 0 9h-4M18 14v-3m5 3v-4m5 4v-3"/>',
  ),
} as const
