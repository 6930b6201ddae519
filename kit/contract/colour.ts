/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number]

/** Of `#rgb` and `#rrggbb`. */
function rgbOf(colour: string): Rgb {
  const digits = colour.slice(1)
  const full = digits.length === 3 ? digits.replace(/./g, (digit) => digit + digit) : digits
  const value = Number.parseInt(full, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** WCAG relative luminance. */
function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((channel) => {
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

/** `share` (0 to 1) of the second colour in the first. */
export function mix(colour: string, other: string, share: number): string {
  const [a, b] = [rgbOf(colour), rgbOf(other)]
  const channel = (place: 0 | 1 | 2) =>
    Math.round(a[place] + (b[place] - a[place]) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${channel(0)}${channel(1)}${channel(2)}`
}
