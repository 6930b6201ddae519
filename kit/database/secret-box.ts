// Seals texts that the product has to read again, so that whoever gets hold of a copy of the tables can read none of them.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export interface SecretBox {
  /** `owner` is whose it is: sealed for one, it opens for no other. */
  seal(plain: string, owner: string): string
  open(sealed: string, owner: string): string
}

export const sealMark = 'v1.'
const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

/** AES-256 in GCM: what was changed, or belongs to somebody else, does not open. */
export function secretBox(key: Buffer): SecretBox {
  return {
    seal(plain, owner) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return sealMark + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed, owner) {
      if (!isSealed(sealed)) throw new Error('The secret is not sealed')
      const bytes = Buffer.from(sealed.slice(sealMark.length), 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const text = decipher.update(bytes.subarray(ivBytes + tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}

export const isSealed = (stored: string): boolean => stored.startsWith(sealMark)
