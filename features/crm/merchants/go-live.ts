import { listMissingRequired } from '@counterfoil/features/onboarding/documents/documents.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { MerchantStatus } from './status-notice.ts'

/** Whether a change lets a merchant take live payments for the first time; other changes need no documents. */
export function goesLive(before: MerchantStatus | undefined, after: MerchantStatus): boolean {
  return isLive(after) && (before === undefined || !isLive(before))
}

const isLive = ({ merchantStatus, processingStatus }: MerchantStatus) =>
  merchantStatus === 'Active' && processingStatus === 'FullProcessing'

/** Throws while documents that the tenant requires are missing. Key undefined: a merchant that is being created. */
export async function requireDocuments(db: Db, key: string | undefined, now: Date): Promise<void> {
  const missing = await listMissingRequired(db, key, now)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  const message = `It takes no live payments before these documents are accepted: ${names}`
  throw new Problem('merchant.documents_missing', 409, message, {
    path: 'processingStatus',
    params: { names },
  })
}
