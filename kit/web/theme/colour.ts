import { contrast, type Rgb, rgbOf, textColourOn } from '@counterfoil/kit/contract/contrast.ts'

/** WCAG AA for text of any size. */
export const readableContrast = 4.5

/** `#rgb` and `#rrggbb`; anything else is no colour here. */
export function isColour(text: string | null | undefined): text is string {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text ?? '')
}

const toHex = (rgb: Rgb) =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** `share` (0 to 1) of the second colour in the first. */
export function mix(colour: string, other: string, share: number): string {
  const [a, b] = [rgbOf(colour), rgbOf(other)]
  const channel = (place: 0 | 1 | 2) => a[place] + (b[place] - a[place]) * share
  return toHex([channel(0), channel(1), channel(2)])
}

/** The colour, moved towards black or white only as far as it must to be readable on each ground. */
export function readableOn(
  colour: string,
  grounds: readonly [string, ...string[]],
  least = readableContrast,
): string {
  const towards = textColourOn(grounds[0])
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(colour, towards, share)
    if (grounds.every((ground) => contrast(candidate, ground) >= least)) return candidate
  }
  return towards
}
