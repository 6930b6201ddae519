import { contrast, mix, textColourOn } from '@counterfoil/kit/contract/colour.ts'

/** WCAG AA for text of any size. */
export const readableContrast = 4.5

/** `#rgb` and `#rrggbb`; anything else is no colour here. */
export function isColour(text: string | null | undefined): text is string {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text ?? '')
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
