import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup.contract.ts'

/** The job that creates a report. After three failed attempts the user is notified of the failure. */
export const reportJob = { name: 'payments.report', retries: 2 } as const
export const maxAttempts = reportJob.retries + 1

/** As long as notifications, which link to reports. */
export const retentionMs = 30 * 86_400_000

/** A prefix and the UTC time: `transactions-20261122-0115.csv`; further parts are numbered. */
export function partName(at: Date, index: number): string {
  const [day = '', time = ''] = at.toISOString().replaceAll('-', '').replaceAll(':', '').split('T')
  return `transactions-${day}-${time.slice(0, 4)}${index === 0 ? '' : `-${index + 1}`}.csv`
}

/** The permissions to see the list, and so to export it. */
export const viewers = [...viewPermissions.operator, ...viewPermissions.merchant]

/** Whether the permissions allow a report. */
export function mayHaveReports(permissions: ReadonlySet<string>): boolean {
  return viewers.some((one) => permissions.has(one))
}
