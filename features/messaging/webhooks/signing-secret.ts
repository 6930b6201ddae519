import { randomBytes } from 'node:crypto'

/** As Standard Webhooks 1.0.0 has them: 24 to 64 random bytes after the prefix. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
