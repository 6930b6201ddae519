import { featureNames } from '@counterfoil/kit/contract/features.ts'
import { describe, expect, test } from 'vitest'
import {
  disabledPermissions,
  disablingFeature,
  featurePermissions,
} from './feature-permissions.rules.ts'
import { isPermission } from './permissions.rules.ts'

describe('features of a tenant', () => {
  test.each(featureNames)('%s is made of permissions that there are', (name) => {
    expect(featurePermissions[name].length).toBeGreaterThan(0)
    expect(featurePermissions[name].filter((one) => !isPermission(one))).toEqual([])
  })

  test('no permission is of two features', () => {
    const all = featureNames.flatMap((name) => featurePermissions[name])
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([])
  })

  test('nobody is kept from looking after people, whatever is off', () => {
    const off = disabledPermissions(featureNames)
    const kept = ['manageCrmRoles', 'manageMerchantRoles', 'Merchant.UserManagement.Users']
    expect(kept.filter((one) => off.has(one))).toEqual([])
  })

  test('what is on keeps nothing back, and a name of no feature says nothing', () => {
    expect([...disabledPermissions([])]).toEqual([])
    expect([...disabledPermissions(['nobodys'])]).toEqual([])
    expect([...disabledPermissions(['virtualTerminal'])].sort()).toEqual([
      'CRM.Transaction.VirtualTerminal',
      'Merchant.Transaction.VirtualTerminal',
    ])
    expect(disablingFeature(['virtualTerminal'], 'Merchant.Transaction.VirtualTerminal')).toBe(
      'virtualTerminal',
    )
    expect(disablingFeature(['disputes'], 'Merchant.Transaction.VirtualTerminal')).toBeUndefined()
  })
})
