import { randomUUID } from 'node:crypto'
import { dayOf } from '@counterfoil/kit/contract/fields.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { AnyField, Field } from '@counterfoil/kit/contract/resource-field.ts'
import { referencesTo } from '@counterfoil/kit/database/row-uses.ts'
import { tableLabelOf } from '@counterfoil/kit/server/resources/record-names.ts'
import { fieldsOf } from '@counterfoil/kit/testing/sample.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { multipartForm } from '@counterfoil/tools/testing/sample-files.ts'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { longTexts, roguishTexts, rowCounts, wrongValues } from './testing/bad-input.ts'
import { isAsked } from './testing/covering-resources.ts'
import { takeRows } from './testing/imports.ts'
import {
  expectExported,
  expectFiltered,
  expectFound,
  expectSorted,
  makeDifferent,
} from './testing/in-order.ts'
import {
  expectLeaves,
  expectOffered,
  inTables,
  offeredBy,
  offeredThoughOff,
  saveWithAny,
  strangers,
} from './testing/offered.ts'
import { valuesIn } from './testing/resource-changes.ts'
import { kindOf, openResourceFixture } from './testing/resource-fixture.ts'
import { valuesFor } from './testing/resource-values.ts'
import type { Actor } from './testing/test-api.ts'

// The same questions to declared resources, in the words of their declarations.
const fixture = await openResourceFixture()
const { testApi, resources, ask, options, holder, create, makeRoom } = fixture
const typed = resources.filter(([, { calls }]) => calls.create !== undefined)
// of what the kit does alike for all, those that use all of its options
const asked = resources.filter(([, of]) => isAsked(of))
const askedTyped = typed.filter(([, of]) => isAsked(of))

/** Fields whose type of value no resource before has; in a full run all fields. */
const fieldsToAsk = new Map<Resource, [string, AnyField][]>()
const typesAsked = new Set<string>()
for (const [, of] of typed) {
  const types = new Map(
    fieldsOf(of.calls.create?.body as z.ZodType).map(({ name, type }) => [name, type]),
  )
  const isNew = ([name, { kind }]: [string, AnyField]) => {
    const hasParts = Object.values(of.fields).some(({ target }) => target?.partOf === name)
    const type = `${kind} ${types.get(name)} ${hasParts}`
    const isFirst = !typesAsked.has(type)
    typesAsked.add(type)
    return isFullRun || isFirst
  }
  fieldsToAsk.set(of, Object.entries(of.fields).filter(isNew))
}
const withFieldsToAsk = typed.filter(([, of]) => fieldsToAsk.get(of)?.length !== 0)

test('what keeps a record from being deleted has a name', async () => {
  const labels = await Promise.all(
    resources
      .filter(([, { calls }]) => calls.remove !== undefined)
      .map(async ([id, { table, key, usedBy = [] }]) => {
        const uses = [...(await referencesTo(testApi.test.loader, table, key)), ...usedBy]
        return uses.map((use) => [`${id}: ${use.table}`, tableLabelOf(use.table)] as const)
      }),
  )
  expect(labels.flat().length).toBeGreaterThan(50)
  expect(labels.flat().filter(([, label]) => label === undefined)).toEqual([])
})

/** The names that tell records of this kind apart, in capitals where these are taken. */
const inCapitals = (of: Resource, body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    (of.unique ?? [])
      .flat()
      .filter((name) => /name$/i.test(name))
      .map((name) => [name, String(body[name]).toUpperCase()] as const)
      .filter(([name, text]) => of.fields[name]?.schema.safeParse(text).success === true),
  )

test('there are resources to ask about', () => {
  expect(resources.length).toBeGreaterThan(5)
  expect(typed.length).toBeGreaterThan(0)
})

describe('every resource', () => {
  test.each(resources)('%s is listed, searched, sorted, filtered and exported', async (_, of) => {
    const actor = await holder(of)
    const listed = { fixture, of, actor, isWhole: isAsked(of) }
    const made = of.calls.create === undefined ? [] : await makeDifferent(listed, 3)
    const [first] = (await ask(actor, 'GET', of.path)).json().data as [ResourceRow]
    const read = await ask(actor, 'GET', `${of.path}/${first.id}`)
    expect(read.json()).toEqual(first)
    // one of them is off, which a tenant's own switch says of a list of the platform's
    const on = (await ask(actor, 'GET', of.path, { query: { isActive: 'true', pageSize: '1000' } }))
      .json()
      .data.find(({ id }: ResourceRow) => made.length === 0 || made.includes(id))
    const turn = (isActive: boolean) =>
      ask(actor, 'PUT', `${of.path}/active`, { body: { ids: [on.id], isActive } })
    if (on !== undefined) expect((await turn(false)).json()).toEqual({ changed: 1 })
    await expectSorted(listed)
    await expectFiltered(listed)
    await expectFound(listed)
    await expectExported(listed)
    // other tests find what they expect
    if (made.length === 0) expect((await turn(true)).json()).toEqual({ changed: 1 })
    for (const id of made) {
      expect((await ask(actor, 'DELETE', `${of.path}/${id}`)).status).toBe(204)
    }
  })

  // what `every-endpoint.test.ts` shows of each call, here in the words of a resource
  test.each(isFullRun ? resources : [])(
    '%s is for nobody without its permission',
    async (_, of) => {
      const stranger = await testApi.actor(kindOf(of), Object.values(of.permission))
      for (const [method, path] of [
        ['GET', of.path],
        ['GET', `${of.path}/export`],
        ['POST', of.path],
        ['PUT', `${of.path}/active`],
      ] as const) {
        if (method === 'POST' && of.calls.create === undefined) continue
        const body = method === 'GET' ? undefined : {}
        expect([path, (await ask(stranger, method, path, { body })).status]).toEqual([path, 403])
      }
    },
  )

  test.each(asked)(
    '%s is switched off and on, together, and says so in its history',
    async (_, of) => {
      const actor = await holder(of)
      const row =
        of.calls.create === undefined
          ? ((await ask(actor, 'GET', of.path)).json().data[0] as ResourceRow)
          : await create(of, actor)
      const turn = (isActive: boolean) =>
        ask(actor, 'PUT', `${of.path}/active`, { body: { ids: [row.id], isActive } })
      if (!row.isActive) {
        // what is made switched off is switched on by a call of its own, which looks whether it works
        expect((await turn(true)).status).toBe(409)
        return
      }
      expect((await turn(false)).json()).toEqual({ changed: 1 })
      expect((await turn(false)).json()).toEqual({ changed: 0 })
      expect((await ask(actor, 'GET', `${of.path}/${row.id}`)).json().isActive).toBe(false)
      const off = (
        await ask(actor, 'GET', of.path, { query: { isActive: 'false', pageSize: '1000' } })
      ).json()
      expect(off.data.map(({ id }: ResourceRow) => id)).toContain(row.id)
      expect((await turn(true)).json()).toEqual({ changed: 1 })
      const audit = (await ask(actor, 'GET', `/crm/audit/${of.id}/${row.id}`)).json()
      expect(audit.data[0]).toMatchObject({
        before: { isActive: false },
        after: { isActive: true },
      })
      const gone = { ids: [of.key === 'id' ? randomUUID() : 'nothing'], isActive: true }
      expect((await ask(actor, 'PUT', `${of.path}/active`, { body: gone })).status).toBe(404)
    },
  )
})

/** A day may be sent as noon UTC, and is answered as the day. */
const answered = (of: Resource, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) =>
      of.fields[name]?.kind === 'day' && typeof value === 'string'
        ? [name, dayOf(value)]
        : [name, value],
    ),
  )

describe('a resource whose records are typed', () => {
  test.each(typed)('%s is made, changed and deleted, each with its audit entry', async (_, of) => {
    const actor = await holder(of)
    await makeRoom(of)
    const row = await create(of, actor)
    const values = { ...(await valuesFor(of, options(of, actor))), ...fixedOf(of, row) }
    const body = { ...values, version: row.version }
    const changed = await ask(actor, 'PUT', `${of.path}/${row.id}`, { body })
    expect([changed.status, changed.text]).toEqual([200, expect.anything()])
    expect(changed.json()).toMatchObject({ ...answered(of, values), version: row.version + 1 })
    const audit = (await ask(actor, 'GET', `/crm/audit/${of.id}/${row.id}`)).json()
    expect(audit.data.map(({ action }: { action: string }) => action)).toEqual([
      `${of.id}.update`,
      `${of.id}.create`,
    ])
    expect((await ask(actor, 'DELETE', `${of.path}/${row.id}`)).status).toBe(204)
    expect((await ask(actor, 'GET', `${of.path}/${row.id}`)).status).toBe(404)
  })

  test.each(askedTyped)('%s is made once for each Idempotency-Key', async (_, of) => {
    const actor = await holder(of)
    await makeRoom(of)
    const body = await valuesFor(of, options(of, actor))
    const key = randomUUID()
    const post = (given: object) => ask(actor, 'POST', of.path, { body: given, key })
    const both = await Promise.all([post(body), post(body)])
    const [id, ...others] = both.flatMap((one) => one.json().id ?? [])
    // a secret is shown with the first answer alone
    if (of.credential === undefined) expect(others).toEqual([id])
    else expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const other = await valuesFor(of, options(of, actor))
    const said = (await post(other)).json()
    const isSame = JSON.stringify(other) === JSON.stringify(body)
    if (of.credential === undefined || !isSame) {
      expect(said).toMatchObject(isSame ? { id } : { code: 'idempotency.key_reused' })
    }
    const trail = (await ask(actor, 'GET', `/crm/audit/${of.id}/${id}`)).json()
    expect(trail.data).toHaveLength(1)
    expect((await ask(actor, 'DELETE', `${of.path}/${id}`)).status).toBe(204)
  })

  test.each(askedTyped)('%s refuses a stale save and keeps what is there', async (_, of) => {
    const actor = await holder(of)
    const row = await create(of, actor)
    const values = () => Object.fromEntries(Object.keys(of.fields).map((name) => [name, row[name]]))
    const path = `${of.path}/${row.id}`
    const first = await ask(actor, 'PUT', path, { body: { ...values(), version: row.version } })
    expect(first.status).toBe(200)
    const second = await ask(actor, 'PUT', path, { body: { ...values(), version: row.version } })
    expect(second.status).toBe(409)
    expect(second.json().code).toBe('resource.stale')
    expect((await ask(actor, 'GET', path)).json()).toEqual(first.json())
  })

  test.each(typed.filter(([, { unique }]) => (unique ?? []).length > 0))(
    '%s is there once',
    async (_, of) => {
      const actor = await holder(of)
      await makeRoom(of)
      const body = await valuesFor(of, options(of, actor))
      // two at the same moment, that read the same aloud
      const loud = { ...body, ...inCapitals(of, body) }
      const both = await Promise.all(
        [body, loud].map((each) => ask(actor, 'POST', of.path, { body: each })),
      )
      expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
      const duplicate = both.find(({ status }) => status === 409)
      expect(duplicate?.json()).toMatchObject({
        code: 'resource.duplicate',
        errors: [{ path: of.unique?.[0]?.[0] }],
      })
    },
  )

  test.each(withFieldsToAsk)(
    '%s refuses at the field what it does not take, and stores nothing',
    async (_, of) => {
      const actor = await holder(of)
      const row = await create(of, actor)
      const good = await valuesFor(of, options(of, actor))
      const before = await rowCounts(testApi.test)
      const path = `${of.path}/${row.id}`
      const kept = (await ask(actor, 'GET', path)).json()
      const ways = [
        ['POST', of.path, good],
        ['PUT', path, { ...valuesIn(of, row), version: row.version }],
      ] as const
      for (const [name, field] of fieldsToAsk.get(of) ?? []) {
        for (const value of await refusedBy(field)) {
          for (const [method, where, body] of ways) {
            const answer = await ask(actor, method, where, { body: { ...body, [name]: value } })
            const what = [of.id, method, name, String(JSON.stringify(value)).slice(0, 30)]
            expect([...what, answer.status], answer.text.slice(0, 500)).toEqual([
              ...what,
              expect.toSatisfy((status: number) => status >= 400 && status < 500),
            ])
            expect(answer.json().errors[0].path, answer.text.slice(0, 500)).toMatch(name)
          }
        }
      }
      for (const [method, where, body] of ways) {
        const unknown = await ask(actor, method, where, { body: { ...body, nobodys: 1 } })
        expect(unknown.json()).toMatchObject({ status: 400, errors: [{ path: 'nobodys' }] })
      }
      expect(await rowCounts(testApi.test)).toEqual(before)
      expect((await ask(actor, 'GET', path)).json()).toEqual(kept)
    },
  )

  test.each(withFieldsToAsk)(
    '%s keeps a roguish text as it was typed, or refuses it',
    async (_, of) => {
      const actor = await holder(of)
      await makeRoom(of)
      for (const [name, field] of fieldsToAsk.get(of) ?? []) {
        if (!['text', 'multiline', 'email', 'url', 'list'].includes(field.kind)) continue
        for (const [rule, text] of Object.entries(roguishTexts)) {
          const good = await valuesFor(of, options(of, actor))
          const value = field.kind === 'list' ? [text] : text
          const answer = await ask(actor, 'POST', of.path, { body: { ...good, [name]: value } })
          const what = `${of.id} ${name} ${rule}: ${answer.text.slice(0, 300)}`
          if (answer.status !== 201) {
            expect(answer.status, what).toSatisfy((status) => status >= 400 && status < 500)
            // what does not go together with another field may be said there
            const places = answer.status === 422 ? Object.keys(of.fields) : [name]
            expect(places, what).toContain(answer.json().errors[0].path.split('.')[0])
            continue
          }
          const made = answer.json()
          const typedAs = field.schema.parse(value)
          expect(String(made[name]).toLowerCase(), what).toBe(String(typedAs).toLowerCase())
          expect((await ask(actor, 'DELETE', `${of.path}/${made.id}`)).status, what).toBe(204)
        }
      }
    },
  )

  const imported = askedTyped.filter(([, { calls }]) => calls.import !== undefined)
  test.each(imported)(
    '%s comes back as it was exported, is made from a CSV, and says what it refuses',
    async (_, of) => {
      const actor = await holder(of)
      const row = await create(of, actor)
      const csv = await ask(actor, 'GET', `${of.path}/export`, {
        query: {
          searchKey: String(row[of.search[0] ?? ''] ?? ''),
          // platform staff see all tenants' and import into one
          ...(of.owner === 'tenant' ? { tenantId: actor.tenantId } : {}),
        },
      })
      const exported = (parse(csv.text, { bom: true, columns: true }) as Cells[]).find(
        ({ id }) => id === row.id,
      )
      const values = await valuesFor(of, options(of, actor))
      const made = Object.entries(values).filter(([name]) => Object.hasOwn(of.fields, name))
      const file = csvOf([
        exported as Cells,
        { ...exported, id: 'no-such-id' },
        {
          ...exported,
          id: '',
          ...Object.fromEntries(made.map(([name, one]) => [name, cell(one)])),
        },
        { ...exported, isActive: 'perhaps' },
      ])
      const { status, rows } = await importCsv(of, actor, file)
      expect([of.id, status, rows]).toMatchObject([
        of.id,
        202,
        [
          { line: 2, outcome: 'unchanged', recordKey: row.id },
          { line: 3, outcome: 'refused', code: 'not_found' },
          { line: 4, outcome: 'created', recordKey: expect.any(String) },
          { line: 5, outcome: 'refused', path: 'isActive' },
        ],
      ])
      const same = (await ask(actor, 'GET', `${of.path}/${row.id}`)).json()
      expect(valuesIn(of, same)).toEqual(valuesIn(of, row))
      expect((await importCsv(of, actor, 'nobodys\n1\n')).status).toBe(400)
    },
  )
})

describe('a field that refers to other records', async () => {
  const admin = await testApi.actor('operator')
  const limited = await testApi.actor('limited')
  const fields = typed.flatMap(([id, of]) =>
    Object.entries(of.fields).flatMap(([name, field]) =>
      field.target === undefined ? [] : [[id, name, { of, field, target: field.target }] as const],
    ),
  )

  test.each(fields)(
    '%s %s offers what is in use, nobody else’s, and keeps what it has',
    async (_, name, own) => {
      const { of, field, target } = own
      const actor = await holder(of)
      const referring = { fixture, name, actor, ...own }
      const whole = target.partOf === undefined ? undefined : of.fields[target.partOf]?.target
      const wholes =
        whole === undefined
          ? []
          : await offeredBy({ ...referring, name: target.partOf ?? '' }, actor)
      let partOf: string | undefined
      for (const one of wholes) {
        partOf ??= (await inTables(referring, { partOf: one })).length > 0 ? one : undefined
      }
      const asked: Record<string, string> = partOf === undefined ? {} : { partOf }
      const there = await inTables(referring, { partOf })
      expectOffered(await offeredBy(referring, actor, asked), there, 'to all')
      if (target.owner === 'tenant' && of.audience.includes('tenant')) {
        const theirs = await offeredBy(referring, actor, { tenantId: strangers.tenantId })
        expect(theirs).toEqual([])
        const { merchantIds } = limited
        const some = await inTables(referring, { merchantIds, partOf })
        expectOffered(await offeredBy(referring, limited, asked), some, 'to the limited')
      }
      // who asks stays in use
      const keys = there.filter((one) => !testApi.actors.has(one))
      const { key, row } = await saveWithAny({ ...referring, partOf }, keys)
      expect(await offeredBy(referring, actor, { keys: key })).toEqual([key])
      if (target.hasActivity === true) await expectLeaves(referring, admin, key, row)
      else expect(offeredThoughOff(target.table, field) || target.isStaff, target.table).toBe(true)
      expectOffered(await offeredBy(referring, actor, asked), there, 'afterwards')
      expect((await ask(actor, 'DELETE', `${of.path}/${row.id}`)).status).toBe(204)
    },
  )
})

type Cells = Record<string, string>

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const csvOf = (rows: readonly Cells[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\n')

const cell = (value: unknown) => (Array.isArray(value) ? value.join(';') : String(value ?? ''))

/** Values that the field's own schema refuses, and keys of another organisation's records. */
async function refusedBy(field: Field<unknown>): Promise<unknown[]> {
  const wrong = [...wrongValues, ...longTexts].filter((value) => {
    if (field.isOptional && value === null) return false
    return field.target !== undefined || !field.schema.safeParse(value).success
  })
  if (field.target?.owner !== 'tenant') return wrong.filter((value) => !isEmptyList(field, value))
  const theirs = await strangersKey(field)
  const all = [...wrong, field.kind === 'references' ? [theirs] : theirs]
  return all.filter((value) => !isEmptyList(field, value))
}

const isEmptyList = ({ kind }: Field<unknown>, value: unknown) =>
  kind === 'references' && Array.isArray(value) && value.length === 0

const fixedOf = (of: Resource, row: ResourceRow) =>
  Object.fromEntries(
    Object.entries(of.fields).flatMap(([name, { isFixed }]) =>
      isFixed ? [[name, row[name]]] : [],
    ),
  )

async function strangersKey({ target }: AnyField): Promise<string> {
  const { rows } = await testApi.test.owner.query(
    `select t.${target?.key} as key from app.${target?.table} t join app.tenant on tenant.id = t.tenant_id where tenant.slug = 'bosphorus' limit 1`,
  )
  return rows[0]?.key ?? randomUUID()
}

/** Uploads a file, lets the job take its rows, and answers what became of them. */
async function importCsv(of: Resource, actor: Actor, text: string) {
  const form = multipartForm([{ name: 'rows.csv', type: 'text/csv', bytes: Buffer.from(text) }])
  const headers = { authorization: `Bearer ${actor.token}`, 'idempotency-key': randomUUID() }
  const answer = await testApi.app.inject({
    method: 'POST',
    url: `/api${of.path}/import`,
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  })
  if (answer.statusCode !== 202) return { status: answer.statusCode, rows: [] }
  const { id } = answer.json()
  await takeRows(testApi, actor.tenantId, id)
  const rows = (await ask(actor, 'GET', `/imports/${id}/rows`)).json()
  return { status: answer.statusCode, rows: rows.data }
}
