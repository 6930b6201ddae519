import {
  listMerchantPayments,
  listPayments,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { meaningOf } from '@counterfoil/features/payments/lookup/search-key.rules.ts'
import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import type { Client } from '@counterfoil/kit/web/calls/call.ts'
import { HitLine } from '@counterfoil/kit/web/calls/hit-line.tsx'
import type { RecordHit } from '@counterfoil/kit/web/calls/record-search.ts'
import { maskCard } from '@counterfoil/kit/web/formats/card-number.ts'

/** The most payers of one search, and the payments among which they are found. */
const maxResults = 4
const maxPayments = 40

/** Those who paid the newest payments of an e-mail or name; with four digits their cards. Each opens below `listPath`. */
export async function findPayers(
  client: Client,
  searchKey: string,
  signal: AbortSignal,
  listPath: string,
): Promise<RecordHit[]> {
  const { isEmail, nameBeginnings, last4 } = meaningOf(searchKey)
  if (!isEmail && nameBeginnings.length === 0 && last4 === undefined) return []
  const wanted = [searchKey, ...nameBeginnings].map(foldText)
  const call = listPath.startsWith('/merchant') ? listMerchantPayments : listPayments
  const query = last4 === undefined ? { searchKey } : { last4 }
  const { data } = await client.send(
    call,
    { query: { ...query, pageSize: maxPayments } },
    { signal },
  )
  const by = last4 === undefined ? 'email' : 'card'
  const payers = new Map<string, string>()
  for (const { id, customerEmail, cardFirst6, cardLast4 } of data) {
    const name = by === 'email' ? customerEmail : maskCard({ first6: cardFirst6, last4: cardLast4 })
    // order numbers are found by the same text
    if (name === null) continue
    const key = foldText(name)
    if (by === 'email' && !wanted.some((text) => key.includes(text))) continue
    if (!payers.has(key)) payers.set(key, id)
  }
  return [...payers].slice(0, maxResults).map(([name, id]) => ({
    to: `${listPath}/${id}/payer/${by}`,
    label: name,
    content: <HitLine name={name} />,
  }))
}
