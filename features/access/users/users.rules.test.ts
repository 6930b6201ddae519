import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Manager,
  mayGrantRole,
  mayManage,
  maySee,
  ungrantablePermissions,
  visibleUserTypes,
} from './users.rules.ts'

const managers = fc.constantFrom<Audience>('platform', 'tenant', 'merchant').chain((userType) =>
  fc.record({
    id: fc.uuid(),
    userType: fc.constant(userType),
    merchantId: fc.constant(userType === 'merchant' ? 'shop' : null),
    permissions: fc.subarray(permissionsOf(userType)).map((some) => new Set(some)),
  }),
) satisfies fc.Arbitrary<Manager>
const userTypes = fc.constantFrom<Audience>('platform', 'tenant', 'merchant')

test('nobody gives a right that they could have and have not', () => {
  fc.assert(
    fc.property(managers, userTypes, fc.context(), (manager, userType, context) => {
      const merchantId = userType === 'merchant' ? 'shop' : null
      for (const permission of permissionsOf(userType)) {
        const role = { userType, merchantId, permissions: [permission] }
        const isSeeded = mayGrantRole(manager, role, { userType, merchantId })
        context.log(`${permission} ${isSeeded}`)
        const couldHave = permissionsOf(manager.userType).includes(permission)
        if (couldHave) expect(isSeeded).toBe(manager.permissions.has(permission))
      }
    }),
  )
})

test('a merchant gives nothing but its own, a tenant nothing of the platform', () => {
  const everything = (userType: Audience): Manager => ({
    ...{ id: 'a', userType, merchantId: userType === 'merchant' ? 'shop' : null },
    permissions: new Set(permissionsOf(userType)),
  })
  expect(ungrantablePermissions(everything('merchant'), permissionsOf('tenant'))).toEqual(
    permissionsOf('tenant'),
  )
  expect(
    ungrantablePermissions(everything('tenant'), ['Platform.Transaction.Lookup']),
  ).toHaveLength(1)
  expect(ungrantablePermissions(everything('tenant'), permissionsOf('merchant'))).toEqual([])
  expect(ungrantablePermissions(everything('platform'), permissionsOf('tenant'))).toEqual([])
  expect(ungrantablePermissions(everything('platform'), ['no.such.permission'])).toHaveLength(1)
})

test('who may not see somebody may not manage them either, and tenants never see the platform’s people', () => {
  fc.assert(
    fc.property(
      managers,
      userTypes,
      fc.constantFrom('shop', 'rival'),
      (manager, userType, shop) => {
        const user = { userType, merchantId: userType === 'merchant' ? shop : null }
        if (mayManage(manager, user)) expect(maySee(manager, user)).toBe(true)
        if (manager.userType === 'merchant' && shop === 'rival') {
          expect(maySee(manager, user)).toBe(false)
        }
        if (manager.userType !== 'platform')
          expect(visibleUserTypes(manager)).not.toContain('platform')
      },
    ),
  )
})
