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

describe('a setting that would mean something else than was meant is refused', () => {
  test.each([
    // anything but production is the demo
    ['NODE_ENV', 'prod'],
    ['NODE_ENV', 'Production'],
    // the embedded database, no limit, all addresses
    ['DATABASE_URL', ''],
    ['RATE_LIMIT_PER_MINUTE', ''],
    ['RATE_LIMIT_PER_MINUTE', ' '],
    ['HOST', ''],
    ['DATABASE_URL', 'mysql://db/app'],
    ['DATABASE_URL', 'localhost:5432/app'],
    ['PUBLIC_URL', 'localhost:4000'],
    ['PUBLIC_URL', 'pay.example'],
    ['PUBLIC_URL', 'https://pay.example/portal'],
    ['PUBLIC_URL', 'https://pay.example/?a=1'],
    ['PUBLIC_URL', 'https://name:word@pay.example'],
    ['OIDC_ISSUER', 'id.example:443'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'http://mail.example'],
    ['STORAGE_URL', '/var/files'],
    ['STORAGE_URL', 'ftp://files.example'],
    ['LANGUAGE_MODEL_URL', 'model.example:8080'],
    ['TRUSTED_PROXIES', 'nginx'],
    ['TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ])('%s=%s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      new RegExp(`^Settings are wrong:\\n  ${name}: .+`),
    )
  })

  test.each([
    ['NODE_ENV', 'test'],
    ['NODE_ENV', ''],
    ['DATABASE_URL', 'postgresql:///counterfoil?host=/var/run/postgresql'],
    ['PUBLIC_URL', 'https://pay.example/'],
    ['OIDC_ISSUER', 'https://id.example/realms/one'],
    ['SMTP_URL', 'smtps://name:word@mail.example:465?pool=true'],
    ['STORAGE_URL', 's3://KEY:SECRET@bucket/prefix?region=eu-west-1'],
    ['STORAGE_URL', 'file:///var/files'],
    ['TRUSTED_PROXIES', 'loopback, 10.0.0.0/8,::1'],
  ])('but not %s=%s', (name, value) => {
    expect(() => readSettings({ [name]: value })).not.toThrow()
  })
})
