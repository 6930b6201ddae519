import type { Readable } from 'node:stream'
import { createGeneratedFile } from '@counterfoil/features/messaging/files/files.public.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Storage } from '@counterfoil/providers/storage/storage.ts'
import { csvParts } from './csv-parts.ts'
import { partName } from './reports.rules.ts'

/** The owner of the files. */
export const reportRecord = 'payment_report'

/**
 * Stores the rows in one file or several. They are unattached at first, and a crash leaves them to the cleanup of old
 * files.
 */
export async function createReportFiles(
  storage: Storage,
  database: Database,
  report: {
    readonly csv: Readable
    readonly user: UserCaller
    readonly at: Date
    readonly maxBytes: number
  },
): Promise<{ fileIds: string[]; rows: number }> {
  const fileIds: string[] = []
  let rows = 0
  for await (const part of csvParts(report.csv, report.maxBytes)) {
    const { user, at } = report
    fileIds.push(
      await createGeneratedFile(storage, database, {
        tenantId: user.tenantId,
        merchantId: user.merchantId,
        userId: user.id,
        name: partName(at, fileIds.length),
        contentType: 'text/csv',
        bytes: part.bytes,
        at,
      }),
    )
    rows += part.rows
  }
  return { fileIds, rows }
}
