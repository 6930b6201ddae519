import { createHash, randomBytes } from 'node:crypto'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { keyPrefixOf } from './api-keys.rules.ts'

export const newKey = (mode: Mode, isForPages = false): string =>
  keyPrefixOf(mode, isForPages) + randomBytes(24).toString('base64url')

/** All that is stored of a key. A key is long and random, so a plain hash cannot be reversed by guessing. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')
