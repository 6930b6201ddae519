// How a page and the window that it opened talk: keys of secp256k1 make a secret that both know, what is sent is
// encrypted with it, and a change of the report carries a token of it.
import { etc, getSharedSecret, keygen } from '@noble/secp256k1'

/** After the window has said that it is there. */
export const sendDelayMs = 1_000

export interface ReportQuestion {
  /** The query of the page's address. */
  readonly search: string
}

/** What windows send each other. */
export type WindowMessage =
  | { readonly type: 'analytics-opened'; readonly publicKey: string }
  | { readonly type: 'analytics-closed' }
  | { readonly type: 'analytics-data'; readonly sealed: Sealed }
  | {
      readonly type: 'analytics-report-change'
      readonly search: string
      readonly count: number
      readonly token: string
    }

export interface Sealed {
  readonly iv: string
  readonly text: string
}

type DeriveKey = Parameters<typeof crypto.subtle.deriveKey>
type KeyKind = DeriveKey[2]
type KeyUses = DeriveKey[4]

const utf8 = new TextEncoder()

export interface KeyPair {
  readonly secretKey: Uint8Array
  /** Compressed, in hexadecimal digits. */
  readonly publicKey: string
}

export function newKeyPair(): KeyPair {
  const { secretKey, publicKey } = keygen()
  return { secretKey, publicKey: etc.bytesToHex(publicKey) }
}

/** The keys that both windows derive from their own secret key and the other's public key. Throws for what is no key. */
export async function channelOf({ secretKey }: KeyPair, othersPublicKey: string) {
  const shared = getSharedSecret(secretKey, etc.hexToBytes(othersPublicKey))
  const material = await crypto.subtle.importKey('raw', bytes(shared), 'HKDF', false, ['deriveKey'])
  const derive = (info: string, of: KeyKind, uses: KeyUses) =>
    crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8.encode(info) },
      material,
      of,
      false,
      uses,
    )
  const [seal, sign] = await Promise.all([
    derive('analytics data', { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt']),
    derive('analytics token', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign', 'verify']),
  ])
  return {
    async seal(question: ReportQuestion): Promise<Sealed> {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const text = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv },
        seal,
        utf8.encode(JSON.stringify(question)),
      )
      return { iv: etc.bytesToHex(iv), text: etc.bytesToHex(new Uint8Array(text)) }
    },
    /** Throws for what was sealed with another key or changed on its way. */
    async open({ iv, text }: Sealed): Promise<ReportQuestion> {
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: bytes(etc.hexToBytes(iv)) },
        seal,
        bytes(etc.hexToBytes(text)),
      )
      return JSON.parse(new TextDecoder().decode(plain)) as ReportQuestion
    },
    /** Of a change, which counts them: one that was sent before is not valid again. */
    async tokenOf(search: string, count: number): Promise<string> {
      const made = await crypto.subtle.sign('HMAC', sign, utf8.encode(`${count} ${search}`))
      return etc.bytesToHex(new Uint8Array(made))
    },
    async isValid(token: string, search: string, count: number): Promise<boolean> {
      try {
        const made = bytes(etc.hexToBytes(token))
        return await crypto.subtle.verify('HMAC', sign, made, utf8.encode(`${count} ${search}`))
      } catch {
        // no hexadecimal digits
        return false
      }
    },
  }
}
export type Channel = Awaited<ReturnType<typeof channelOf>>

/** The browser's cryptography takes memory of its own alone. */
const bytes = (of: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(of)

interface Size {
  readonly innerWidth: number
  readonly innerHeight: number
}

/** The documents' size is the page's window less these. */
const lessPx = { width: 500, height: 400 }

export const windowFeatures = ({ innerWidth, innerHeight }: Size): string =>
  `popup,width=${innerWidth - lessPx.width},height=${innerHeight - lessPx.height}`
