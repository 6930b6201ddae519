import { randomBytes } from 'node:crypto'

/** A secret as Standard Webhooks 1.0.0 defines it: 24 to 64 random bytes after the prefix. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
