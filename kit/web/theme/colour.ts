/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number]

/** WCAG AA for text of any size. */
export const readableContrast = 4.5

/** `#rgb` and `#rrggbb`; anything else is no colour here. */
export function isColour(text: string | null | undefined): text is string {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text ?? '')
}

function parse(colour: string): Rgb {
  const digits = colour.slice(1)
  const full = digits.length === 3 ? digits.replace(/./g, (digit) => digit + digit) : digits
  const value = Number.parseInt(full, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const toHex = (rgb: Rgb) =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** `share` (0 to 1) of the second colour in the first. */
export function mix(colour: string, other: string, share: number): string {
  const [a, b] = [parse(colour), parse(other)]
  const channel = (place: 0 | 1 | 2) => a[place] + (b[place] - a[place]) * share
  return toHex([channel(0), channel(1), channel(2)])
}

/** WCAG relative luminance. */
function luminance(colour: string): number {
  const [red, green, blue] = parse(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** White or black, whichever is easier to read on the ground. One of them always reaches 4.5. */
export function textColourOn(ground: string): string {
  return contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000'
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
