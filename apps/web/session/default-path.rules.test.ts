import { describe, expect, test } from 'vitest'
import { defaultPathOf } from './default-path.rules.ts'

describe('the default path', () => {
  test.each(['Crm', 'crm', 'Tenant', 'tenant', 'Platform', 'PLATFORM'])(
    'of user type %s is the operators’ dashboard [auth.after-login.default.crm]',
    (profile) => expect(defaultPathOf(profile)).toBe('/crm/dashboard'),
  )

  test.each(['Merchant', 'merchant', 'Customer', '', undefined, null, 7, ['Tenant']])(
    'of user type %j is the dashboard [auth.after-login.default.other]',
    (profile) => expect(defaultPathOf(profile)).toBe('/dashboard'),
  )
})
