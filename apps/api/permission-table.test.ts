// Every operation asked by every demo account: allowed exactly where the account's permissions say so.

import { permissionsOf } from '@counterfoil/features/access/permissions/permissions.rules.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { demoAccounts } from '@counterfoil/tools/demo/organisations.ts'
import { userIdOf } from '@counterfoil/tools/demo/store-organisations.ts'
import { describe, expect, test } from 'vitest'
import { send } from './testing/requests.ts'
import { openStage } from './testing/stage.ts'

const stage = await openStage()
const { app, issuer } = stage
const guarded = stage.endpoints.filter((one) => one.access.kind === 'permission')

/** As the documents' table has it: what the account's role was given, or all of its audience for administrators. */
const heldBy = (account: (typeof demoAccounts)[number]) =>
  new Set(account.permissions ?? permissionsOf(account.userType))

const isAllowed = ({ access }: AnyEndpoint, held: ReadonlySet<string>) =>
  access.kind === 'permission' &&
  (access.anyOf.length === 0 || access.anyOf.some((permission) => held.has(permission)))

/** Whether the walk let the caller through to the call itself; what the call then says of the record is its own. */
async function isLetIn(endpoint: AnyEndpoint, token: string): Promise<boolean> {
  // no body, or none that is one: what is let in is refused for that, and nothing is done
  const { statusCode, body } = await send(app, endpoint, {
    ...{ token, rawBody: '{' },
    headers: { 'content-type': 'application/json' },
  })
  expect(statusCode, `${endpoint.method} ${endpoint.path} ${body.slice(0, 200)}`).not.toBe(401)
  expect(statusCode, body.slice(0, 200)).toBeLessThan(500)
  return statusCode !== 403
}

describe.each(demoAccounts.map((account) => [account.email, account] as const))(
  '%s',
  (email, account) => {
    test('may make exactly the calls that the permission table gives it', async () => {
      const token = await issuer.token(userIdOf(email))
      const held = heldBy(account)
      const wrong: string[] = []
      for (const endpoint of guarded) {
        const isRight = (await isLetIn(endpoint, token)) === isAllowed(endpoint, held)
        if (!isRight) wrong.push(`${endpoint.method} ${endpoint.path}`)
      }
      expect(wrong).toEqual([])
    })
  },
)

test('the table is not empty on either side', () => {
  for (const account of demoAccounts) {
    const allowed = guarded.filter((one) => isAllowed(one, heldBy(account)))
    expect(allowed.length, account.email).toBeGreaterThan(10)
    if (account.userType !== 'platform') expect(allowed.length).toBeLessThan(guarded.length)
  }
})
