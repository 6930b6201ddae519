/** Where an axis ends for these values; with a negative one it is as long below 0 as above. */
export function axisOf(values: readonly number[]): {
  readonly top: number
  readonly bottom: number
} {
  const lowest = Math.min(0, ...values)
  const top = axisTop(Math.max(0, -lowest, ...values))
  return { top, bottom: lowest < 0 ? -top : 0 }
}

/** Where an axis from 0 ends: the next of 1, 2, 4, 5 or 10 times a power of ten, whose half is round as well. */
export function axisTop(highest: number): number {
  if (highest <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(highest))
  const step = [1, 2, 4, 5, 10].find((one) => one * power >= highest) ?? 10
  return step * power
}
