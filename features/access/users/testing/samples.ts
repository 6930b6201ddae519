import { randomUUID } from 'node:crypto'
import {
  type CallSample,
  type Fixture,
  foundBy,
  northwind,
} from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

const roleFor = (fixture: Fixture, userType: string) =>
  foundBy(
    fixture,
    'select id from app.role where tenant_id = $1 and user_type = $2 and not is_administrator and merchant_id is null',
    [northwind, userType],
  )

const colleague = (fixture: Fixture) =>
  foundBy(
    fixture,
    `select id from app.app_user where tenant_id = $1 and user_type = 'tenant' and is_active
       and id <> all ($2) order by id desc`,
    [northwind, [...fixture.testApi.actors]],
  )

const named = { firstName: 'New', lastName: 'Colleague' }

const inviting =
  (more: object): CallSample =>
  async (fixture) => ({
    params: { id: northwind },
    body: {
      ...named,
      email: `new-${randomUUID()}@northwind.example`,
      roleId: await roleFor(fixture, 'tenant'),
      ...more,
    },
  })

const onColleague: CallSample = async (fixture) => ({
  params: { id: northwind, userId: await colleague(fixture) },
})

const changing =
  (path: (userId: string) => Record<string, string>): CallSample =>
  async (fixture) => ({
    params: path(await colleague(fixture)),
    body: { ...named, roleId: await roleFor(fixture, 'tenant') },
  })

/** Users for the calls that change and take away users. */
async function makeColleagues(
  test: TestDatabase,
  tenant_id: string,
  merchant_id: string | undefined,
): Promise<void> {
  // some of them are taken away
  for (let made = 0; made < 3; made++) {
    await makeUser(test, { tenant_id, user_type: 'tenant' })
    if (merchant_id === undefined) continue
    await makeUser(test, { tenant_id, user_type: 'merchant', merchant_id })
  }
}

export const samples: Samples = {
  calls: {
    'users.invite': inviting({ merchantId: null }),
    'users.invite-tenant-user': inviting({}),
    'people.update': changing((id) => ({ id })),
    'people.update-tenant': changing((userId) => ({ id: northwind, userId })),
    'people.delete-tenant': onColleague,
    'people.activate-tenant': onColleague,
    'people.deactivate-tenant': onColleague,
  },
  ofUser: (test, { tenant_id, tenants_merchant_id }) =>
    makeColleagues(test, tenant_id, tenants_merchant_id),
}
