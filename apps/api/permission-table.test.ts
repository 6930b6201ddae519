// Every operation asked by the demo accounts, one for each set of permissions: allowed exactly where these say so.

import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { demoAccounts } from '@counterfoil/workloads/demo/organisations.ts'
import { userIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { describe, expect, test } from 'vitest'
import {
  accountCalls,
  changedByThePlatform,
  forEverybody,
  settingsPages,
} from './testing/documented-permissions.ts'
import { send } from './testing/requests.ts'
import { scanScreens } from './testing/screens.ts'
import { openTestApi } from './testing/test-api.ts'

const testApi = await openTestApi()
const { app, issuer } = testApi
const guarded = testApi.endpoints.filter((one) => one.access.kind === 'permission')

/** As the documents' table has it: what the account's role was given, or all of its audience for administrators. */
const heldBy = (account: (typeof demoAccounts)[number]) =>
  new Set(account.permissions ?? permissionsOf(account.userType))

const resources = await scanResources()
const callOf = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>) =>
  `${method} ${path.replace(/^\/api/, '')}`
const isOfAccounts = (one: AnyEndpoint) => callOf(one) in accountCalls

/** Any one of these suffices, by the documents; undefined: they do not say. */
function saidBy({ id, method, path }: AnyEndpoint): readonly string[] | undefined {
  const ofAccounts = accountCalls[callOf({ method, path })]
  if (ofAccounts !== undefined) return ofAccounts
  const page = resources.find((one) => id.startsWith(`${one.id}.`))?.screen?.path
  if (page === undefined) return undefined
  const seenBy = settingsPages[page]
  if (method === 'GET') return seenBy === undefined ? undefined : [seenBy]
  const changedBy = changedByThePlatform[page] ?? seenBy?.replace(/\.View$/, '.Edit')
  return changedBy === undefined ? undefined : [changedBy]
}

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

/** Accounts that hold the same permissions are let in to the same calls. */
const callers = isFullRun
  ? demoAccounts
  : demoAccounts.filter(
      (account, at) => demoAccounts.findIndex((one) => isAlike(one, account)) === at,
    )
function isAlike(one: (typeof demoAccounts)[number], other: (typeof demoAccounts)[number]) {
  const keyOf = (account: typeof one) => [account.userType, ...[...heldBy(account)].sort()].join()
  return keyOf(one) === keyOf(other)
}

describe.each(callers.map((account) => [account.email, account] as const))(
  '%s',
  (email, account) => {
    test('may make exactly the calls that the permission table gives it', async () => {
      const token = await issuer.token(userIdOf(email))
      const held = heldBy(account)
      const wrong: string[] = []
      for (const endpoint of guarded) {
        const isIn = await isLetIn(endpoint, token)
        const said = saidBy(endpoint)
        // merchants have some settings as well, under permissions and addresses of their own
        const isSaid =
          said !== undefined && (account.userType !== 'merchant' || isOfAccounts(endpoint))
        const isAsSaid = !isSaid || isIn === said.some((one) => held.has(one))
        if (isIn !== isAllowed(endpoint, held) || !isAsSaid)
          wrong.push(`${endpoint.method} ${endpoint.path}`)
      }
      expect(wrong).toEqual([])
    })
  },
)

test('each settings page is there, looked at and changed with the permission that the documents give it', async () => {
  // further pages have permissions of their own
  const documented = resources.flatMap(({ screen, permission }) => {
    const view = settingsPages[screen?.path ?? '']
    return screen === undefined || view === undefined
      ? []
      : [[screen.path, view, permission] as const]
  })
  expect(documented.length).toBeGreaterThan(25)
  const there = [
    ...documented.map(([path]) => path),
    ...(await scanScreens()).map(({ path }) => path),
  ]
  expect(Object.keys(settingsPages).filter((path) => !there.includes(path))).toEqual([])
  for (const [path, view, permission] of documented) {
    const edit = changedByThePlatform[path] ?? view.replace(/\.View$/, '.Edit')
    expect([path, permission]).toEqual([path, { view, edit, remove: edit }])
  }
})

test('each call of the documents that is about accounts is there, for whom the documents say', () => {
  const rightsOf = ({ access }: AnyEndpoint) =>
    access.kind === 'permission' ? [...access.anyOf].toSorted() : access.kind
  const declared = Object.fromEntries(
    guarded.filter(isOfAccounts).map((one) => [callOf(one), rightsOf(one)]),
  )
  const said = Object.entries(accountCalls).map(([call, some]) => [call, [...some].toSorted()])
  expect(declared).toEqual(Object.fromEntries(said))
})

test('a call without a permission is one for everybody who is signed in, and says why', () => {
  const open = guarded.filter(
    ({ access }) => access.kind === 'permission' && access.anyOf.length === 0,
  )
  const said = Object.entries(forEverybody).flatMap(([subject, [, ...calls]]) =>
    calls.map((call) => `${subject}.${call}`),
  )
  expect(open.map(({ id }) => id).toSorted()).toEqual(said.toSorted())
})

test('the table is not empty on either side', () => {
  for (const account of demoAccounts) {
    const allowed = guarded.filter((one) => isAllowed(one, heldBy(account)))
    expect(allowed.length, account.email).toBeGreaterThan(10)
    if (account.userType !== 'platform') expect(allowed.length).toBeLessThan(guarded.length)
  }
})
