import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NoticeFault, NoticeRequest } from '../acquirer.ts'

// How the sandbox acquirers sign: `x-sandbox-signature: t=<seconds>,v1=<hex>`, the HMAC-SHA-256 of `<seconds>.<body>`.

export const signatureHeader = 'x-sandbox-signature'

/** The allowed difference between a notice's time and our clock: an older one may be a copy of what was sent before. */
const toleranceS = 300

const macOf = (key: Buffer, seconds: number, body: string): Buffer =>
  createHmac('sha256', key).update(`${seconds}.${body}`).digest()

/** Each acquirer has a key of its own. */
export const noticeKeyOf = (key: Buffer, code: string): Buffer =>
  createHmac('sha256', key).update(code).digest()

export function signatureOf(key: Buffer, at: Date, body: string): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${macOf(key, seconds, body).toString('hex')}`
}

/** Why a request is not signed by who holds the key, or not fresh. */
export function faultOf(
  key: Buffer,
  { headers, body }: NoticeRequest,
  now: Date,
): NoticeFault | undefined {
  const [, seconds = '', mac = ''] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers[signatureHeader] ?? '')) ?? []
  if (mac === '') return 'notice.unsigned'
  if (!timingSafeEqual(macOf(key, Number(seconds), body), Buffer.from(mac, 'hex'))) {
    return 'notice.signature'
  }
  const isFresh = Math.abs(now.getTime() / 1000 - Number(seconds)) <= toleranceS
  return isFresh ? undefined : 'notice.stale'
}
