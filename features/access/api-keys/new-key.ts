import { createHash, randomBytes } from 'node:crypto'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { keyPrefixOf } from './api-keys.rules.ts'

export const newKey = (mode: Mode): string =>
  keyPrefixOf(mode) + randomBytes(24).toString('base64url')

/** All that is kept of a key. It is long and random, so that a plain hash cannot be guessed back. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')
