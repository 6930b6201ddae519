import { describe, expect, test } from 'vitest'
import { isPermission, permissionGroups, permissionsOf } from './permissions.rules.ts'

describe('the catalogue', () => {
  test('names each permission once', () => {
    const all = permissionGroups.flatMap((group) => group.permissions)
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
  })

  test('keeps the odd spellings, and takes no other case for them', () => {
    for (const name of [
      'CRM.Whiteliting.Import',
      'Crm.Payments.PendingTransactions',
      'manageCrmRoles',
    ]) {
      expect(isPermission(name)).toBe(true)
    }
    expect(isPermission('crm.whiteliting.import')).toBe(false)
    expect(isPermission('CRM.Reports.*')).toBe(false)
  })
})

describe('permissionsOf', () => {
  test('gives each audience its own', () => {
    expect(permissionsOf('merchant')).toContain('Merchant.Transaction.Actions.Refund')
    expect(permissionsOf('merchant').filter((name) => /^(CRM|Platform)\./.test(name))).toEqual([])
    expect(permissionsOf('tenant')).toContain('CRM.Transaction.Actions.Refund')
    expect(permissionsOf('tenant').filter((name) => /^(Merchant|Platform)\./.test(name))).toEqual(
      [],
    )
  })

  test('gives the platform what tenants have, and its own', () => {
    const platform = permissionsOf('platform')
    expect(platform).toEqual(expect.arrayContaining(permissionsOf('tenant')))
    expect(platform).toContain('Platform.Transaction.Actions.TransactionStatusChange')
    expect(platform).not.toContain('Merchant.Transaction.View')
  })
})
