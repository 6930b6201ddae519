// Records of all organisations, and whose they are.
import type pg from 'pg'
import type { Actor } from './test-api.ts'

export interface Row {
  readonly table: string
  readonly id: string
  readonly tenantId: string
  readonly merchantId: string | null
  /** Of what belongs to one person, like notifications. */
  readonly userId: string | null
  /** Of a payment, and of what belongs to one. */
  readonly method: string | null
  readonly provider: string | null
}

/** Every record with an id, and whose it is; with `only`, those of these tables. */
export async function readRows(owner: pg.Client, only?: readonly string[]): Promise<Row[]> {
  const selects = (await tablesWithId(owner))
    .filter(({ name }) => only?.includes(name) !== false)
    .map(({ name, columns }) => {
      const merchant = name === 'merchant' ? 'id' : columns.find((one) => one === 'merchant_id')
      const user = columns.find((one) => one === 'user_id')
      return `select '${name}' as "table", id::text, tenant_id::text as "tenantId",
        ${merchant ?? 'null'}::text as "merchantId", ${user ?? 'null'}::text as "userId",
        ${ofPayment(name, columns, 'method')} as method,
        ${ofPayment(name, columns, 'provider')} as provider from app.${name} as x`
    })
  const tenants = `select 'tenant' as "table", id::text, id::text as "tenantId", null as "merchantId",
    null as "userId", null as method, null as provider from app.tenant`
  return (await owner.query<Row>([tenants, ...selects].join(' union all '))).rows
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Each machine of a cluster has the rows of its tenants. */
  readonly isSpread: boolean
}
const tablesOfOwner = new WeakMap<pg.Client, Promise<Table[]>>()

function tablesWithId(owner: pg.Client): Promise<Table[]> {
  const tables = tablesOfOwner.get(owner) ?? findTablesWithId(owner)
  tablesOfOwner.set(owner, tables)
  return tables
}

async function findTablesWithId(owner: pg.Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(`
    select c.relname as name, array_agg(a.attname::text) as columns,
      obj_description(c.oid) like '%@shard:tenant%' as "isSpread"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not attisdropped
    where c.relnamespace = 'app'::regnamespace and c.relkind = 'r'
      and (obj_description(c.oid) like '%@shard:tenant%' or c.relname = 'federation_test')
    group by c.oid`)
  return rows.filter(({ columns }) => columns.includes('id'))
}

/** Whose record this is; undefined where none has the id. */
export async function tenantOf(owner: pg.Client, id: string): Promise<string | undefined> {
  const tables = await tablesWithId(owner)
  const selectsOf = (isSpread: boolean) =>
    tables
      .filter((table) => table.isSpread === isSpread)
      .map(({ name }) => `select id::text, tenant_id from app.${name}`)
  // machines of a cluster each answer for their tenants, where nothing is asked beside that is not theirs
  const spread = selectsOf(true)
  const others = ['select id::text, id as tenant_id from app.tenant', ...selectsOf(false)]
  for (const [name, selects] of Object.entries({ spread, others })) {
    // named, so that it is planned once
    const { rows } = await owner.query<{ tenant_id: string }>({
      name: `tenant of a record: ${name}`,
      text: `select tenant_id from (${selects.join(' union all ')}) as record where id = $1`,
      values: [id],
    })
    if (rows[0] !== undefined) return rows[0].tenant_id
  }
  return undefined
}

/** How the payment that a row belongs to went. */
function ofPayment(table: string, columns: readonly string[], name: 'method' | 'provider'): string {
  if (table === 'payment') return `x.${name}`
  if (!columns.includes('payment_id')) return 'null::text'
  return `(select p.${name} from app.payment p where p.tenant_id = x.tenant_id and p.id = x.payment_id)`
}

function isOwn(actor: Actor, row: Row): boolean {
  if (row.tenantId !== actor.tenantId) return false
  if (row.userId !== null && row.userId !== actor.subject) return false
  if (row.method !== null && !(actor.methods?.includes(row.method) ?? true)) return false
  if (isElsewhere(actor, row)) return false
  if (actor.merchantIds === null || row.merchantId === null) return true
  return actor.merchantIds.includes(row.merchantId)
}

/** Of a payment through a provider that the actor does not see. */
const isElsewhere = ({ providers }: Actor, { provider }: Row) =>
  provider !== null && !(providers?.includes(provider) ?? true)

export interface Belongings {
  /** Records to call with: the latest of each table, for strangers of another tenant and of the own. */
  readonly own: readonly Row[]
  readonly foreign: readonly Row[]
  /** Every id that must never appear in an answer to this actor. */
  readonly secret: ReadonlySet<string>
}

/** What the actor may see, and what it may not. */
export function divide(actor: Actor, rows: readonly Row[]): Belongings {
  const own = rows.filter((row) => isOwn(actor, row))
  const foreign = rows.filter((row) => !isOwn(actor, row))
  return {
    own: someOfEach(own, 6),
    foreign: [
      ...someOfEach(
        foreign.filter((row) => row.tenantId !== actor.tenantId),
        1,
      ),
      ...someOfEach(
        foreign.filter((row) => row.tenantId === actor.tenantId && !isElsewhere(actor, row)),
        1,
      ),
      ...someOfEach(
        foreign.filter((row) => row.tenantId === actor.tenantId && isElsewhere(actor, row)),
        1,
      ),
    ],
    secret: new Set(foreign.map((row) => row.id)),
  }
}

/** One table of several kinds, each with calls of its own; merchants with a history, and those that calls make. */
const kindsOf: Readonly<Record<string, number>> = {
  ...{ template: 6, offer: 2, pipeline_item: 2, saved_filter: 3 },
  merchant: 2,
}

function someOfEach(rows: readonly Row[], count: number): Row[] {
  // ids grow with time
  const byAge = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return [...Map.groupBy(byAge, (row) => row.table)].flatMap(([table, some]) =>
    some.slice(-count * (kindsOf[table] ?? 1)),
  )
}
