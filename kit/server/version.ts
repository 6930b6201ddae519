import { readFileSync } from 'node:fs'

/** The product's version. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version
