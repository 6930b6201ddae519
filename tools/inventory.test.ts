import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  apiKeyScopes,
  publishableScope,
} from '@counterfoil/features/access/api-keys/api-keys.rules.ts'
import { permissionGroups } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isPlanned } from '../features/access/roles/planned-pages.messages.ts'
import { inventoryText, takeInventory } from './inventory.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const inventory = await takeInventory(root)

const repeated = (names: readonly string[]) =>
  names.filter((name, at) => names.indexOf(name) !== at)

test('docs/inventory.txt is fresh: run npm run inventory', () => {
  expect(inventory.endpoints.length).toBeGreaterThan(15)
  expect(readFileSync(`${root}docs/inventory.txt`, 'utf8')).toBe(inventoryText(inventory))
})

test('nothing is declared twice', () => {
  const { endpoints, screens, jobs, schedules } = inventory
  expect(repeated(endpoints.map(({ value }) => value.id))).toEqual([])
  expect(
    repeated(endpoints.map(({ value }) => `${value.method} ${value.path.replace(/:\w+/g, ':')}`)),
  ).toEqual([])
  expect(repeated(screens.map(({ value }) => value.id))).toEqual([])
  expect(repeated([...jobs, ...schedules].map(({ value }) => value.name))).toEqual([])
})

const known = new Set(permissionGroups.flatMap((group) => group.permissions))
const asked = new Set([
  ...inventory.endpoints.flatMap(({ value }) =>
    value.access.kind === 'permission' ? value.access.anyOf : [],
  ),
  ...inventory.screens.flatMap(({ value }) => [
    ...value.permission,
    ...(value.alsoPermission ?? []).flat(),
  ]),
])

test('every permission that something asks for can be given to a role', () => {
  expect([...asked].filter((permission) => !known.has(permission))).toEqual([])
})

test('the role page offers what guards something, and leaves out what is still to come', () => {
  // the frame of the portal asks for the first, the features of a tenant for the second
  const byOthers = ['Merchant.Support.EmailButton', 'Platform.Tenants.Features.View']
  const guards = (name: string) => asked.has(name) || byOthers.includes(name)
  expect([...known].filter((name) => guards(name) === isPlanned(name))).toEqual([])
})

test('every scope that a call asks for can be given to an API key, and none can be given for nothing', () => {
  const asked = inventory.endpoints.flatMap(({ value }) =>
    value.access.kind === 'scope' ? [value.access.scope] : [],
  )
  expect([...new Set(asked)].sort()).toEqual([...apiKeyScopes, publishableScope].sort())
})

test('every object in a body refuses fields that it does not know', () => {
  const loose = inventory.endpoints.flatMap(({ value: { id, body } }) =>
    body === undefined ? [] : looseObjectsIn(z.toJSONSchema(body, asSent)).map((at) => id + at),
  )
  expect(loose).toEqual([])
  // a body that takes anything says so, and one that was forgotten is found
  expect(looseObjectsIn(z.toJSONSchema(z.looseObject({ a: z.string() }), asSent))).toEqual([])
  const forgotten = z.strictObject({ many: z.array(z.object({ a: z.string() })) })
  expect(looseObjectsIn(z.toJSONSchema(forgotten, asSent))).toEqual(['/properties/many/items'])
})

const asSent = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const

function looseObjectsIn(schema: unknown, at = ''): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const isLoose = 'properties' in schema && 'type' in schema && !('additionalProperties' in schema)
  return [
    ...(isLoose ? [at] : []),
    ...Object.entries(schema).flatMap(([key, inner]) => looseObjectsIn(inner, `${at}/${key}`)),
  ]
}
