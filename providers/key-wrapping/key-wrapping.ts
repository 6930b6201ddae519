import { secretBox } from '@counterfoil/kit/database/secret-box.ts'
import type { KeyWrapper } from '@counterfoil/kit/database/vault.ts'

/** Wraps with one secret of the installation. A key management service can stand in its place. */
export function openKeyWrapping(masterKey: Buffer | undefined): KeyWrapper {
  if (masterKey === undefined) return noMasterKey
  const box = secretBox(masterKey)
  return {
    isOpen: true,
    wrap: (key, owner) => box.seal(key.toString('base64'), owner),
    unwrap(wrapped, owner) {
      try {
        return Buffer.from(box.open(wrapped, owner), 'base64')
      } catch (cause) {
        const text =
          'The encryption keys were wrapped with another secret. Set SECRETS_KEY to it, or bring back secrets.key in DATA_DIR.'
        throw new Error(text, { cause })
      }
    },
  }
}

const refuse = (): never => {
  throw new Error('This process was given no secret to wrap keys with')
}
const noMasterKey: KeyWrapper = { isOpen: false, wrap: refuse, unwrap: refuse }
