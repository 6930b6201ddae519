import type { Acquirer, RawNotice } from '../acquirer.ts'
import { signatureHeader, signatureOf } from './signature.ts'

const timeoutMs = 5_000

/**
 * Sends notices as an acquirer does: each in a signed HTTP call to the address where the product takes them. What is not
 * taken is sent again with the next call.
 */
export async function sendNotices(
  acquirer: Acquirer,
  notices: readonly RawNotice[],
  { publicUrl, key, now }: { readonly publicUrl: string; readonly key: Buffer; now(): Date },
  signal: AbortSignal,
): Promise<number> {
  let sent = 0
  for (const { id, body } of notices) {
    const response = await fetch(`${publicUrl}/acquirers/${acquirer.code}/notices`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: signatureOf(key, now(), body),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The notice ${id} was answered with ${response.status}`)
    await acquirer.acknowledgeNotice(id, signal)
    sent += 1
  }
  return sent
}
