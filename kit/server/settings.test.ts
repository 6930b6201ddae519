import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

describe('production', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/app' }

  test('does not start without a key for its secrets', () => {
    expect(() => readSettings(production)).toThrow(/SECRETS_KEY: production needs one/)
    expect(() => readSettings({ ...production, SECRETS_KEY: 'short' })).toThrow(/SECRETS_KEY/)
    const secretsKey = 'thirty-two characters and more of it'
    expect(readSettings({ ...production, SECRETS_KEY: secretsKey })).toMatchObject({ secretsKey })
  })

  // the keys of tenants are sealed with it, whichever identity provider signs people in
  test('does not start without one where another provider signs people in', () => {
    const elsewhere = { ...production, OIDC_ISSUER: 'https://id.example' }
    expect(() => readSettings(elsewhere)).toThrow(/SECRETS_KEY: .*secrets\.key in DATA_DIR/)
  })
})
