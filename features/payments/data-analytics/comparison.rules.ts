import { dayMs } from '@counterfoil/kit/contract/durations.ts'

const shifted = (day: string, days: number) =>
  new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** As many days just before. */
export function daysBefore({ from, to }: { readonly from: string; readonly to: string }) {
  const days = (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / dayMs + 1
  return { dateFrom: shifted(from, -days), dateTo: shifted(from, -1) }
}

/** How much more, as a share of what was before; null where nothing was. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (now - before) / Math.abs(before)
