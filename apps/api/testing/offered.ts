// What a field that refers to other records offers, compared with what the tables hold.
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import {
  type AnyField,
  partsOf,
  type ReferenceTarget,
} from '@counterfoil/kit/contract/resource-field.ts'
import { columnOf } from '@counterfoil/kit/database/resource-rows.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect } from 'vitest'
import { valuesIn } from './resource-changes.ts'
import type { ResourceFixture } from './resource-fixture.ts'
import { valuesFor } from './resource-values.ts'
import type { Actor } from './test-api.ts'

const tenantId = tenantIdOf('northwind')
const maxOffered = 100

/** One field of one kind of record, as somebody who keeps such records of a tenant. */
export interface Referring {
  readonly fixture: ResourceFixture
  readonly of: Resource
  readonly name: string
  readonly field: AnyField
  readonly target: ReferenceTarget
  readonly actor: Actor
  /** Of parts of another field's record: which one. */
  readonly partOf?: string | undefined
}

export async function offeredBy(
  { fixture, of, name }: Referring,
  actor: Actor,
  query: Record<string, string> = {},
): Promise<string[]> {
  const asked = { query: { tenantId, ...query } }
  const answer = await fixture.ask(actor, 'GET', `${of.path}/options/${name}`, asked)
  expect([name, answer.status]).toEqual([name, 200])
  return answer.json().map(({ id }: { id: string }) => id)
}

/** The tables that hold what is there to be referred to though it is off. */
export const offeredThoughOff = (table: string, { isFixed }: AnyField) =>
  // a merchant is set up before its account is active; what is off is still made of its parts
  table === 'merchant' ||
  // a card is deleted or expires: it is not switched off
  table === 'stored_card' ||
  (isFixed && ['pipeline', 'activity_set', 'identity_provider'].includes(table))

/** All of the tenant's that is in use, and of these merchants where it is some merchant's. */
export async function inTables(
  { fixture, field, target }: Referring,
  { merchantIds, partOf }: { merchantIds?: readonly string[] | null; partOf?: string | undefined },
): Promise<string[]> {
  const { owner } = fixture.testApi.test
  const { rows: columns } = await owner.query(
    `select column_name from information_schema.columns where table_schema = 'app' and table_name = $1`,
    [target.table],
  )
  const has = (column: string) => columns.some((one) => one.column_name === column)
  const { rows } = await owner.query(`select t.* from app.${target.table} t`)
  const { rows: switched } = await owner.query(
    'select code from app.tenant_switch where tenant_id = $1 and list = $2 and not is_active',
    [tenantId, target.table],
  )
  const off = new Set(switched.map(({ code }) => code))
  const { rows: policies } = await owner.query(
    `select qual from pg_policies where tablename = $1 and policyname = 'own_scope'`,
    [target.table],
  )
  // of a table that is limited by merchant, what is no merchant's is not for the limited
  const isWalled = /merchant_scope/.test(policies[0]?.qual) && !/is null/i.test(policies[0]?.qual)
  const merchantColumn = target.table === 'merchant' ? 'id' : 'merchant_id'
  const isOwn = (merchantId: unknown) =>
    merchantIds == null ||
    (merchantId === null ? !isWalled : merchantIds.includes(String(merchantId)))
  return rows
    .filter((row) => !has('tenant_id') || row.tenant_id === tenantId)
    .filter((row) => !has('is_active') || row.is_active || offeredThoughOff(target.table, field))
    .filter((row) => !off.has(row[target.key]))
    .filter((row) =>
      Object.entries(target.only ?? {}).every(([column, some]) =>
        some.includes(String(row[column])),
      ),
    )
    .filter((row) => {
      if (target.isStaff !== true) return !has(merchantColumn) || isOwn(row[merchantColumn])
      // of staff, what is no merchant's is for everybody
      const column = target.merchantColumn
      const merchantId = column === undefined ? null : row[column]
      return merchantIds == null || merchantId === null || merchantIds.includes(merchantId)
    })
    .filter((row) => partOf === undefined || row[columnOf(target.partOf ?? '')] === partOf)
    .map((row) => String(row[target.key]))
}

export function expectOffered(offered: readonly string[], there: readonly string[], what: string) {
  if (there.length > maxOffered) {
    expect(offered, what).toHaveLength(maxOffered)
    expect(there, what).toEqual(expect.arrayContaining([...offered]))
  } else {
    expect(offered.toSorted(), what).toEqual(there.toSorted())
  }
}

/** Values of a new record that refers to this. */
async function valuesWith(referring: Referring, key: string) {
  const { of, name, field, target, actor, partOf } = referring
  const optionsOf = async (other: string, whole?: string) =>
    other === name
      ? [key]
      : offeredBy(
          { ...referring, name: other },
          actor,
          whole === undefined ? {} : { partOf: whole },
        )
  const { onlyFor } = field
  const chosen = {
    ...(onlyFor === undefined ? {} : { [onlyFor.field]: onlyFor.is }),
    ...(partOf === undefined ? {} : { [target.partOf ?? '']: partOf }),
  }
  const values = await valuesFor(of, optionsOf, chosen)
  const parts = partsOf(of.fields, name).map(
    async (part) => [part, (await optionsOf(part, key))[0] ?? null] as const,
  )
  return {
    ...values,
    [name]: field.kind === 'references' ? [key] : key,
    ...Object.fromEntries(await Promise.all(parts)),
  }
}

/** A new record that refers to the last of these that its own rules let it refer to. */
export async function saveWithAny(referring: Referring, keys: readonly string[]) {
  const refused: string[] = []
  for (const key of keys.toReversed()) {
    const { status, text, json } = await saveWith(referring, key)
    if (status === 201) return { key, row: json() as ResourceRow }
    refused.push(text)
  }
  throw new Error(`${referring.of.id} ${referring.name}: ${refused.join()}`)
}

async function saveWith(referring: Referring, key: string) {
  const { fixture, of, actor } = referring
  const body = await valuesWith(referring, key)
  return fixture.ask(actor, 'POST', of.path, { query: { tenantId }, body })
}

/** Switches off or on what is referred to, by the call of its own kind where it has one. */
async function turnTarget(
  { fixture, target }: Referring,
  admin: Actor,
  key: string,
  isActive: boolean,
): Promise<void> {
  for (const [, one] of fixture.resources) {
    if (one.table !== target.table || one.owner === 'platform') continue
    if ((await fixture.ask(admin, 'GET', `${one.path}/${key}`)).status !== 200) continue
    const body = { ids: [key], isActive }
    const answer = await fixture.ask(admin, 'PUT', `${one.path}/active`, { body })
    expect([one.id, answer.text]).toEqual([one.id, '{"changed":1}'])
    return
  }
  // people, and the channels of the product itself
  const sql = `update app.${target.table} set is_active = $2 where ${target.key}::text = $1`
  expect((await fixture.testApi.test.owner.query(sql, [key, isActive])).rowCount).toBe(1)
}

/**
 * What is switched off leaves the choices. A record that refers to it already says so and is saved as it is; no other
 * is made like it.
 */
export async function expectLeaves(
  referring: Referring,
  admin: Actor,
  key: string,
  row: ResourceRow,
): Promise<void> {
  const { fixture, of, name, target, actor } = referring
  const partOf: Record<string, string> =
    target.partOf === undefined ? {} : { partOf: String(row[target.partOf]) }
  const path = `${of.path}/${row.id}`
  const offered = await offeredBy(referring, actor, partOf)
  await turnTarget(referring, admin, key, false)
  try {
    const left = await offeredBy(referring, actor, partOf)
    expect(left).not.toContain(key)
    if (offered.length < maxOffered) expect(left).toEqual(offered.filter((one) => one !== key))
    const read = (await fixture.ask(actor, 'GET', path)).json()
    expect([read[name]].flat()).toContain(key)
    expect(read.names[key]).toEqual(expect.stringMatching(/./))
    expect(read.names[key]).toBe(row.names[key])
    const searchKey = read.names[key].slice(0, 40)
    expect(await offeredBy(referring, actor, { ...partOf, searchKey })).not.toContain(key)
    // a list is filtered by it still
    expect(await offeredBy(referring, actor, { keys: key, which: 'all' })).toEqual([key])
    expect(await offeredBy(referring, actor, { keys: key })).toEqual([])
    const same = { ...valuesIn(of, read), version: read.version }
    const saved = await fixture.ask(actor, 'PUT', path, { body: same })
    expect([saved.status, saved.text]).toEqual([200, expect.anything()])
    expect([saved.json()[name]].flat()).toContain(key)
    const another = await saveWith(referring, key)
    expect([another.status, another.text]).toEqual([422, expect.anything()])
    expect(another.json()).toMatchObject({
      code: 'resource.unknown_reference',
      errors: [{ path: name }],
    })
  } finally {
    await turnTarget(referring, admin, key, true)
  }
}

/** Of the other organisation of the demo. */
export const strangers = { tenantId: tenantIdOf('bosphorus'), merchantId: merchantIdOf('galata') }
