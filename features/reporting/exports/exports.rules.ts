import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { ExportFormat } from '@counterfoil/kit/contract/exports.ts'
import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { modeNames } from '@counterfoil/kit/contract/mode-names.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

/** The job that makes an export. After three failed attempts the user is notified of the failure. */
export const exportJob = { name: 'exports.make', retries: 2 } as const
export const maxAttempts = exportJob.retries + 1

/** The owner of the files. */
export const exportRecord = 'data_export'

/** As long as notifications, which link to exports. */
export const retentionMs = 30 * dayMs

/** What is printed is read: longer tables are for spreadsheets. */
export const maxPrintedRows = 5_000

/** A prefix and the UTC time: `transactions-20261122-0115.csv`; further parts are numbered. */
export function exportFileName(stem: string, at: Date, format: ExportFormat, index = 0): string {
  return `${exportStem(stem, at)}${index === 0 ? '' : `-${index + 1}`}.${format}`
}

export function exportStem(stem: string, at: Date): string {
  const [day = '', time = ''] = at.toISOString().replaceAll('-', '').replaceAll(':', '').split('T')
  return `${stem}-${day}-${time.slice(0, 4)}`
}

export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** A report as notices call it: with its mode, where it has one. */
export const withMode = (name: string | Text, mode: ModeName | null): string | Text =>
  mode === null ? name : textWith(msg('{name} ({mode})'), { name, mode: modeNames[mode] })

/** What a user is limited to; null: no limit. */
export type ReaderLimits = Readonly<
  Record<'merchantIds' | 'methods' | 'providers', readonly string[] | null>
>

/** Whether a user with these limits might still see all that an export holds which was made within others. */
export function mayStillRead(
  made: Readonly<Record<'merchant_ids' | 'methods' | 'providers', readonly string[] | null>>,
  { merchantIds, methods, providers }: ReaderLimits,
): boolean {
  const isWithin = (then: readonly string[] | null, now: readonly string[] | null) =>
    now === null || then?.every((one) => now.includes(one)) === true
  return (
    isWithin(made.merchant_ids, merchantIds) &&
    isWithin(made.methods, methods) &&
    isWithin(made.providers, providers)
  )
}
