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

  test('needs none where another provider signs people in: nothing is sealed here', () => {
    const settings = readSettings({ ...production, OIDC_ISSUER: 'https://id.example' })
    expect(settings.secretsKey).toBeUndefined()
  })
})
