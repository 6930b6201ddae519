import { addDays, countDays } from '@counterfoil/kit/contract/calendar-days.ts'

/** As many days just before. */
export function daysBefore({ from, to }: { readonly from: string; readonly to: string }) {
  const first = from.slice(0, 10)
  return {
    dateFrom: addDays(first, -countDays(first, to.slice(0, 10))),
    dateTo: addDays(first, -1),
  }
}

/** How much more, as a share of what was before; null where nothing was. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (now - before) / Math.abs(before)
