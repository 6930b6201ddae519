import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { permissionsOf } from './permissions.rules.ts'
import {
  decideNewRole,
  decideRoleChange,
  decideRoleRemoval,
  type RoleManager,
  type RoleRecord,
} from './roles.rules.ts'

const some = (userType: Audience) => fc.subarray(permissionsOf(userType))
const userTypes = fc.constantFrom<Audience>('platform', 'tenant', 'merchant')

const managers: fc.Arbitrary<RoleManager> = userTypes.chain((userType) =>
  some(userType).map((permissions) => ({
    ...{ id: 'me', roleId: 'mine', userType },
    merchantId: userType === 'merchant' ? 'shop' : null,
    merchantIds: userType === 'merchant' ? ['shop'] : null,
    permissions: new Set([...permissions, ...keys[userType]]),
  })),
)
const keys = {
  platform: ['manageCrmRoles', 'manageMerchantRoles'],
  tenant: ['manageCrmRoles', 'manageMerchantRoles'],
  merchant: ['Merchant.UserManagement.Users'],
}

const rolesOf = (userType: Audience): fc.Arbitrary<RoleRecord> =>
  fc.tuple(some(userType), fc.boolean()).chain(([permissions, isOwn]) =>
    fc.subarray(permissions).map((scaRequiredPermissions) => ({
      ...{ id: isOwn ? 'mine' : 'other', userType, name: 'Role', version: 1 },
      ...{ isAdministrator: false, permissions, scaRequiredPermissions },
      merchantId: userType === 'merchant' ? 'shop' : null,
    })),
  )
const inputsOf = (userType: Audience) =>
  fc
    .record({ permissions: some(userType), scaRequiredPermissions: some(userType) })
    .map((input) => ({ name: 'Role', ...input }))

const isAllowed = (decide: () => void) => {
  try {
    decide()
    return true
  } catch {
    return false
  }
}

const cases = fc
  .tuple(managers, userTypes)
  .chain(([manager, userType]) =>
    fc.tuple(fc.constant(manager), rolesOf(userType), inputsOf(userType)),
  )

describe('whatever is asked for', () => {
  test('no role comes to hold what its editor could hold and does not', () => {
    fc.assert(
      fc.property(cases, ([manager, role, input]) => {
        const couldHold = new Set(permissionsOf(manager.userType))
        const given = input.permissions.filter((one) => couldHold.has(one))
        const isMade = isAllowed(() => decideNewRole(manager, role, input))
        const isChanged = isAllowed(() => decideRoleChange(manager, role, input))
        if (isMade || isChanged) {
          expect(given.filter((one) => !manager.permissions.has(one))).toEqual([])
        }
        // nor is anything taken from who holds more
        if (isChanged) {
          const held = role.permissions.filter((one) => couldHold.has(one))
          expect(held.filter((one) => !manager.permissions.has(one))).toEqual([])
        }
      }),
      { numRuns: 500 },
    )
  })

  test('nobody’s own role gives them more, or asks them for fewer codes', () => {
    fc.assert(
      fc.property(cases, ([manager, role, input]) => {
        if (role.id !== manager.roleId || role.userType !== manager.userType) return
        if (!isAllowed(() => decideRoleChange(manager, role, input))) return
        expect(input.permissions.filter((one) => !role.permissions.includes(one))).toEqual([])
        for (const one of role.scaRequiredPermissions) {
          if (input.permissions.includes(one)) expect(input.scaRequiredPermissions).toContain(one)
        }
      }),
      { numRuns: 500 },
    )
  })
})

const administrator: RoleManager = {
  ...{ id: 'me', roleId: 'mine', userType: 'tenant', merchantId: null, merchantIds: null },
  permissions: new Set(permissionsOf('tenant')),
}
const viewer: RoleRecord = {
  ...{ id: 'other', userType: 'tenant', merchantId: null, isAdministrator: false, version: 1 },
  ...{ name: 'Viewer', permissions: ['CRM.Dashboard.View'], scaRequiredPermissions: [] },
}

test('an administrator’s role keeps all it holds, and codes may be asked for it', () => {
  const role = { ...viewer, isAdministrator: true, permissions: permissionsOf('tenant') }
  const input = { name: 'Administrator', permissions: role.permissions, scaRequiredPermissions: [] }
  expect(() => decideRoleChange(administrator, role, input)).not.toThrow()
  const careful = { ...input, scaRequiredPermissions: ['CRM.Transaction.Actions.Refund'] }
  expect(() => decideRoleChange(administrator, { ...role, id: 'mine' }, careful)).not.toThrow()
  const less = { ...input, permissions: ['CRM.Dashboard.View'] }
  expect(() => decideRoleChange(administrator, role, less)).toThrow('every permission')
})

test('a code is asked for what the role holds, and a permission exists', () => {
  const input = { name: 'Viewer', permissions: ['CRM.Dashboard.View'], scaRequiredPermissions: [] }
  const unheld = { ...input, scaRequiredPermissions: ['CRM.Lead.View'] }
  expect(() => decideRoleChange(administrator, viewer, unheld)).toThrow('what the role holds')
  const strange = { ...input, permissions: ['CRM.Everything'] }
  expect(() => decideRoleChange(administrator, viewer, strange)).toThrow('No such permission')
})

test('who is limited to merchants makes roles of these alone, and a role in use stays', () => {
  const limited = { ...administrator, merchantIds: ['shop'] }
  const input = { name: 'Till', permissions: [], scaRequiredPermissions: [] }
  const role = (merchantId: string | null) => ({ userType: 'merchant' as const, merchantId })
  expect(() => decideNewRole(limited, role('shop'), input)).not.toThrow()
  for (const other of [null, 'rival']) {
    expect(() => decideNewRole(limited, role(other), input)).toThrow('not authorized')
  }
  expect(() => decideRoleRemoval(administrator, viewer, 0)).not.toThrow()
  expect(() => decideRoleRemoval(administrator, viewer, 2)).toThrow('in use')
  const ofAdministrators = { ...viewer, isAdministrator: true }
  expect(() => decideRoleRemoval(administrator, ofAdministrators, 0)).toThrow('stays')
})
