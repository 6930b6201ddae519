import { featureNames } from '@counterfoil/kit/contract/features.ts'
import { describe, expect, test } from 'vitest'
import { featureKeeping, features, permissionsOff } from './features.rules.ts'
import { isPermission } from './permissions.rules.ts'

describe('features of a tenant', () => {
  test.each(featureNames)('%s is made of permissions that there are', (name) => {
    expect(features[name].length).toBeGreaterThan(0)
    expect(features[name].filter((one) => !isPermission(one))).toEqual([])
  })

  test('no permission is of two features', () => {
    const all = featureNames.flatMap((name) => features[name])
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([])
  })

  test('nobody is kept from looking after people, whatever is off', () => {
    const off = permissionsOff(featureNames)
    const kept = ['manageCrmRoles', 'manageMerchantRoles', 'Merchant.UserManagement.Users']
    expect(kept.filter((one) => off.has(one))).toEqual([])
  })

  test('what is on keeps nothing back, and a name of no feature says nothing', () => {
    expect([...permissionsOff([])]).toEqual([])
    expect([...permissionsOff(['nobodys'])]).toEqual([])
    expect([...permissionsOff(['virtualTerminal'])].sort()).toEqual([
      'CRM.Transaction.VirtualTerminal',
      'Merchant.Transaction.VirtualTerminal',
    ])
    expect(featureKeeping(['virtualTerminal'], 'Merchant.Transaction.VirtualTerminal')).toBe(
      'virtualTerminal',
    )
    expect(featureKeeping(['disputes'], 'Merchant.Transaction.VirtualTerminal')).toBeUndefined()
  })
})
