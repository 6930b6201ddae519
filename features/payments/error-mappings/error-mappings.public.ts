import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  type ErrorMappingRow,
  findDeclineText,
  findErrorMapping,
} from './error-mappings.queries.ts'
import type { DeclineAdvice, UnifiedCode } from './error-mappings.schema.ts'

/** What an answer of an acquirer means by the tenant's mapping. */
export interface MappedDecline {
  readonly code: UnifiedCode
  readonly advice: DeclineAdvice
}

/** What a refusal of an acquirer means; undefined where the tenant has not mapped its code. */
export async function findMappedDecline(
  db: Db,
  provider: string,
  rawCode: string,
): Promise<MappedDecline | undefined> {
  const mapping = await findErrorMapping(db, provider, rawCode)
  return mapping && { code: mapping.unified_code, advice: adviceOf(mapping) }
}

function adviceOf(mapping: ErrorMappingRow): DeclineAdvice {
  const { payer_text_en: payerEn, payer_text_tr: payerTr } = mapping
  const { merchant_text_en: merchantEn, merchant_text_tr: merchantTr } = mapping
  return {
    retry: mapping.retry,
    payer: payerEn === null || payerTr === null ? null : { en: payerEn, tr: payerTr },
    merchant:
      merchantEn === null || merchantTr === null ? null : { en: merchantEn, tr: merchantTr },
  }
}

interface Declined {
  readonly merchantId: string
  readonly provider: string | null
  readonly declineCode: string | null
  readonly declineAdvice: DeclineAdvice | null
}

/**
 * What the payer of a declined payment reads, and the code that it is explained by: the merchant's own text, then the
 * mapping's. A code that was mapped only after the decline is looked up again.
 */
export async function readPayerDecline(
  db: Db,
  { merchantId, provider, declineCode, declineAdvice }: Declined,
): Promise<{ code: string | null; text: { en: string; tr: string } | null }> {
  if (declineCode === null) return { code: null, text: null }
  const late =
    declineAdvice === null && provider !== null
      ? await findMappedDecline(db, provider, declineCode)
      : undefined
  const code = late?.code ?? declineCode
  const own = await findDeclineText(db, merchantId, code)
  return { code, text: own ?? (declineAdvice ?? late?.advice)?.payer ?? null }
}
