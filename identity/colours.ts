// Colours of a tenant, made readable: a tenant chooses any, text on them must still meet WCAG AA.

import { contrast, mix } from '@counterfoil/kit/contract/colour.ts'

const hexColour = /^#[0-9a-f]{6}$/i

/** A tenant's own value is used only when it is a plain colour: it goes into a style sheet. */
export function colourOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && hexColour.test(value) ? value.toLowerCase() : fallback
}

/** The colour, mixed with `towards` in steps until it stands out enough from the background. */
export function readableOn(
  colour: string,
  background: string,
  towards: string,
  minContrast = 4.5,
): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, towards, share)
    if (contrast(mixed, background) >= minContrast) return mixed
  }
  return towards
}
