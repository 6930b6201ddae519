// A list, sorted, filtered and searched, compared with its own rows and with how the database orders their values.

import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { AnyField } from '@counterfoil/kit/contract/resource-field.ts'
import { alphabetical } from '@counterfoil/kit/database/folded-text.ts'
import { columnOf } from '@counterfoil/kit/database/resource-rows.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { othersThan } from './resource-changes.ts'
import type { ResourceFixture } from './resource-fixture.ts'
import { listedFields, valuesFor } from './resource-values.ts'
import type { Actor } from './test-api.ts'

export interface Listed {
  readonly fixture: ResourceFixture
  readonly of: Resource
  readonly actor: Actor
  /** Everything is asked; otherwise what is the resource's own, and each type of value once among all resources. */
  readonly isWhole: boolean
}
type Query = Readonly<Record<string, string>>

const maxPerPage = 1000

async function pageOf({ fixture, of, actor }: Listed, query: Query) {
  const answer = await fixture.ask(actor, 'GET', of.path, { query })
  expect([query, answer.status, answer.status === 200 || answer.text]).toEqual([query, 200, true])
  return answer.json() as { data: ResourceRow[]; count: number }
}

/** All pages, one after the other. */
async function walk(listed: Listed, query: Query, pageSize = maxPerPage): Promise<ResourceRow[]> {
  const rows: ResourceRow[] = []
  for (let pageIndex = 0; ; pageIndex++) {
    const asked = { ...query, pageIndex: String(pageIndex), pageSize: String(pageSize) }
    const { data, count } = await pageOf(listed, asked)
    rows.push(...data)
    if (rows.length >= count || data.length === 0) return rows
  }
}

const idsOf = (rows: readonly ResourceRow[]) => rows.map(({ id }) => id)

/** Records whose values differ, with capitals and accents among the texts; answers their ids. */
export async function makeDifferent({ fixture, of, actor }: Listed, number: number) {
  const optionsOf = fixture.options(of, actor)
  const ids: string[] = []
  while (ids.length < number) {
    const plain = await valuesFor(of, optionsOf)
    const body = { ...plain, ...(await otherValues(of, plain, optionsOf, ids.length)) }
    for (;;) {
      const answer = await fixture.ask(actor, 'POST', of.path, { body })
      if (answer.status === 201) {
        ids.push(answer.json().id)
        break
      }
      // of which there is one for each choice, there are no more than choices
      if (answer.status === 409 && ids.length > 1 && listedFields(of).size > 0) return ids
      // values that do not go together: as plain as need be
      const names = Object.keys(body).filter((name) => body[name] !== plain[name])
      const said = String(answer.json().errors?.[0]?.path).split('.')[0] ?? ''
      const name = names.includes(said) ? said : names.at(-1)
      expect([of.id, name, answer.text], answer.text).toEqual([
        ...[of.id, expect.any(String), expect.anything()],
      ])
      body[name ?? ''] = plain[name ?? '']
    }
  }
  return ids
}

const texts = ['Zebra', 'apple', 'Émile', '10 percent', 'banana_split']

async function otherValues(
  of: Resource,
  plain: Readonly<Record<string, unknown>>,
  optionsOf: (name: string) => Promise<readonly string[]>,
  made: number,
) {
  const unique = new Set((of.unique ?? []).flat())
  const entries = Object.entries(of.fields).map(async ([name, field]) => {
    // what is a part of another record goes with that
    if (unique.has(name) || field.target?.partOf !== undefined) return []
    const keys = field.target === undefined ? [] : await optionsOf(name)
    const values = candidates(field, plain[name], keys)
    const value = values[made % Math.max(values.length, 1)]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries((await Promise.all(entries)).flat())
}

function candidates(field: AnyField, now: unknown, keys: readonly string[]): unknown[] {
  const { kind, schema } = field
  if (kind === 'richText') return []
  if (kind === 'references') return [[], keys.slice(0, 1), keys.slice(-2)]
  if (kind === 'day') return ['2031-02-03', '2029-12-31', '2030-06-15']
  if (kind === 'instant') return ['2031-02-03T04:05:06.000Z', '2030-12-31T23:59:59.000Z']
  const worded = ['text', 'multiline'].includes(kind)
    ? texts.filter((text) => schema.safeParse(text).success)
    : []
  return worded.length > 0 ? worded : othersThan(field, now, keys).slice(0, 3)
}

/** Each field and fact up and down, as the database orders what is shown; the pages of one hold all rows once. */
export async function expectSorted(listed: Listed): Promise<void> {
  const { of } = listed
  let mostAlike = { name: 'updatedAt', different: Number.POSITIVE_INFINITY }
  for (const name of [
    ...Object.keys(of.computedFields ?? {}),
    ...fieldsToSort(listed),
    'updatedAt',
  ]) {
    for (const sort of [name, `-${name}`]) {
      const rows = await walk(listed, { sort })
      const shown = rows.map((row) => asText(row[name]))
      expect([sort, shown]).toEqual([sort, await inDatabaseOrder(listed, name, shown, sort)])
      const different = new Set(shown).size
      if (different < mostAlike.different) mostAlike = { name, different }
    }
  }
  for (const sort of [mostAlike.name, `-${mostAlike.name}`]) {
    const whole = idsOf(await walk(listed, { sort }))
    const pageSize = Math.max(1, Math.ceil(whole.length / 4))
    expect([sort, idsOf(await walk(listed, { sort }, pageSize))]).toEqual([sort, whole])
    expect(new Set(whole).size).toBe(whole.length)
  }
  const first = await walk(listed, {})
  expect(idsOf(first), 'by itself').toEqual(idsOf(await walk(listed, { sort: of.sort })))
}

const kindsSorted = new Set<string>()

/** Fields whose type of value no resource before has: what the kit does with a type it does for all. */
function fieldsToSort({ of, isWhole }: Listed): string[] {
  const names = Object.entries(of.fields).flatMap(([name, { kind, target }]) => {
    const type = `${kind} ${target?.key}`
    const isNew = !kindsSorted.has(type)
    kindsSorted.add(type)
    return isNew || isWhole ? [name] : []
  })
  return names.length > 0 ? names : Object.keys(of.fields).slice(0, 1)
}

const asText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? JSON.stringify(value) : String(value)
}

/** The same values as its own column orders them: nothing first, and last from the end. */
async function inDatabaseOrder(
  { fixture, of }: Listed,
  name: string,
  values: readonly (string | null)[],
  sort: string,
): Promise<(string | null)[]> {
  const { owner, loader } = fixture.testApi.test
  const column = columnOf(name)
  const { rows: found } = await owner.query(
    `select format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
     where a.attrelid = $1::regclass and a.attname = $2`,
    [`app.${of.table}`, column],
  )
  const type = found[0]?.type
  expect([of.id, column, type]).toEqual([of.id, column, expect.any(String)])
  const typed = type.endsWith('[]')
    ? `array(select jsonb_array_elements_text(value::jsonb))::${type}`
    : `value::${type}`
  const isArray = type.endsWith('[]')
  const isText = of.fields[name]?.kind === 'text' && of.beginnings === undefined
  const scalar = isText ? alphabetical(sql.ref('value')).compile(loader).sql : typed
  const key = isArray ? `case when value is not null then ${typed} end` : scalar
  const direction = sort.startsWith('-') ? 'desc nulls last' : 'asc nulls first'
  const { rows } = await owner.query(
    `select value from unnest($1::text[]) as value order by ${key} ${direction}, value ${direction}`,
    [values],
  )
  return rows.map(({ value }) => value)
}

/** Each filter gives exactly the rows that show its value. */
export async function expectFiltered(listed: Listed): Promise<void> {
  const { of, isWhole } = listed
  const all = await walk(listed, {})
  const most = isWhole ? 3 : 1
  for (const name of of.filters ?? []) {
    const valuesOf = (row: ResourceRow) => [row[name]].flat().filter((one) => one !== null)
    const there = [...new Set(all.flatMap(valuesOf))].map(String)
    for (const value of [...there.slice(0, most), 'no such value']) {
      const some = await walk(listed, { [name]: value })
      const wanted = all.filter((row) => valuesOf(row).map(String).includes(value))
      expect([name, value, idsOf(some)]).toEqual([name, value, idsOf(wanted)])
    }
  }
  for (const [name, reach] of Object.entries(of.relationFilters ?? {})) {
    const target = of.fields[reach.field]?.target
    const { rows } = await listed.fixture.testApi.test.owner.query(
      `select ${target?.key} as key, ${reach.column} as value from app.${target?.table}`,
    )
    const meant = new Map(rows.map(({ key, value }) => [key, value]))
    for (const value of Object.keys(reach.choices)) {
      const some = await walk(listed, { [name]: value })
      const wanted = all.filter((row) => {
        const key = row[reach.field]
        return key === null ? reach.ofNothing === value : meant.get(key) === value
      })
      expect([name, value, idsOf(some)]).toEqual([name, value, idsOf(wanted)])
    }
  }
  for (const isActive of ['true', 'false']) {
    const wanted = all.filter((row) => String(row.isActive) === isActive)
    expect(idsOf(await walk(listed, { isActive }))).toEqual(idsOf(wanted))
  }
  if (of.owner === 'tenant') {
    const tenantId = all[0]?.tenantId ?? ''
    const wanted = all.filter((row) => row.tenantId === tenantId)
    expect(idsOf(await walk(listed, { tenantId }))).toEqual(idsOf(wanted))
  }
}

/**
 * Each text that is searched finds all rows that hold it (of a long list: that begin with it), whatever the case, also that of
 * the Turkish i; and so does what means something in SQL.
 */
export async function expectFound(listed: Listed): Promise<void> {
  const { of, isWhole } = listed
  const all = await walk(listed, {})
  const isLong = of.beginnings !== undefined
  const holds = (row: ResourceRow, part: string) =>
    of.search.some((name) => {
      const at = foldText(String(row[name] ?? '')).indexOf(foldText(part))
      return isLong ? at === 0 : at >= 0
    })
  const parts = of.search.flatMap((name) => {
    const values = all.map((row) => String(row[name] ?? '')).filter((one) => one !== '')
    const some = values.length === 0 ? [] : [values[0], values.at(-1)]
    return some.map((one = '') => one.slice(0, 40))
  })
  expect(parts).not.toEqual([])
  const from = isLong ? 0 : 1
  const inside = parts
    .map((part) => part.slice(from, 6).toUpperCase())
    .filter((part) => part !== '')
  const escaped = isWhole ? [...inside, '%', '_', '\\'] : ['%']
  for (const searchKey of new Set([...parts, ...escaped])) {
    const wanted = all.filter((row) => holds(row, searchKey))
    const found = await walk(listed, { searchKey })
    expect([searchKey, idsOf(found)]).toEqual([searchKey, idsOf(wanted)])
  }
  expect(await pageOf(listed, { searchKey: 'qqqqqqqqqqqq%' })).toMatchObject({ data: [], count: 0 })
}

/** The export holds the rows of the same list, in its order. */
export async function expectExported(listed: Listed): Promise<void> {
  const { fixture, of, actor } = listed
  const all = await walk(listed, {})
  const [searched = ''] = of.search
  const searchKey = String(all[0]?.[searched] ?? '').slice(0, 40)
  const queries: Query[] = [{}, { sort: '-updatedAt', searchKey, isActive: 'true' }]
  for (const query of queries) {
    const csv = await fixture.ask(actor, 'GET', `${of.path}/export`, { query })
    expect(csv.text.split('\n')[0]).toBe(
      `﻿${['id', ...Object.keys(of.fields), 'isActive'].join(',')}`,
    )
    const rows = parse(csv.text, { bom: true, columns: true }) as { id: string }[]
    expect(rows.map(({ id }) => id)).toEqual(idsOf(await walk(listed, query)))
  }
}
