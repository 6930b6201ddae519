import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup.contract.ts'

/** The job that makes a report; what fails three times is given up and said. */
export const reportJob = { name: 'payments.report', retries: 2 } as const
export const mostAttempts = reportJob.retries + 1

/** As long as notifications, by which reports are found. */
export const keptForMs = 30 * 86_400_000

/** A prefix and the UTC time: `transactions-20261122-0115.csv`; further parts are numbered. */
export function partName(at: Date, place: number): string {
  const [day = '', time = ''] = at.toISOString().replaceAll('-', '').replaceAll(':', '').split('T')
  return `transactions-${day}-${time.slice(0, 4)}${place === 0 ? '' : `-${place + 1}`}.csv`
}

/** Who may look at the list, and so have it. */
export const viewers = [...viewPermissions.operator, ...viewPermissions.merchant]

/** Who may look at the list may have it. */
export function mayHaveReports(permissions: ReadonlySet<string>): boolean {
  return viewers.some((one) => permissions.has(one))
}
