/** Where an axis from 0 ends: the next of 1, 2, 4, 5 or 10 times a power of ten, whose half is round as well. */
export function axisTop(highest: number): number {
  if (highest <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(highest))
  const step = [1, 2, 4, 5, 10].find((one) => one * power >= highest) ?? 10
  return step * power
}
