import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { id, listOf, option, pageQuery, several, timestamp } from './fields.ts'
import { type DataImport, dataImport } from './imports.ts'
import { storedAs } from './resource-answers.ts'
import type { AnyField, BothLanguages, ChoicesOf, Field } from './resource-fields.ts'
import { type OrderCall, orderCall } from './resource-order.ts'
import { fileField, maxTotalBytes, type UploadedFile, uploadIn } from './uploads.ts'

export type Fields = Readonly<Record<string, AnyField>>
export type ValuesOf<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer T> ? T : never
}

/**
 * Whose the records are.
 * - `platform`: everybody's; platform staff alone change them.
 * - `tenant`: a tenant's; those that name a merchant (`merchantField`) are also limited to it.
 * - `switch`: the platform's list, of which each tenant switches off for itself what it does not want. What the
 *   platform switched off is off for all.
 */
export type Owner = 'platform' | 'tenant' | 'switch'

/** Where records of this kind are used: what is used is not deleted. */
export interface Use {
  readonly table: string
  readonly column: string
  /** The column holds a list. */
  readonly isList?: boolean
  /** `['MIDs', 'MID’ler']` */
  readonly what: BothLanguages
}

/** A filter by what a reference leads to: the leads whose status means that they are open. */
export interface Reach {
  readonly field: string
  /** Of the table that the field leads to. */
  readonly column: string
  readonly label: BothLanguages
  readonly choices: ChoicesOf
  /** Which of them what refers to nothing counts as. */
  readonly ofNothing?: string
  /** What the list shows when it is come to. */
  readonly initial?: string
}

interface Declaration<F extends Fields> {
  /** In lower case with hyphens: also the beginning of its calls' ids and the type of its audit entries. */
  readonly id: string
  readonly one: BothLanguages
  readonly many: BothLanguages
  /** What it is for, below the title. */
  readonly about: BothLanguages
  /** Below `/api`. */
  readonly path: string
  /**
   * The page's address, with its place in the operators' settings menu, unless it says another; what is a part of another
   * record has none, it is shown with that.
   */
  readonly screen?: {
    readonly path: string
    readonly order: number
    readonly icon: string
    /** Another part of the operators' menu. */
    readonly group?: string
    /** Of a record that has a page of its own, instead of the drawer: with `:id` in it. */
    readonly record?: string
  }
  readonly audience?: readonly ('platform' | 'tenant')[]
  /** One string where the documents name one for looking and changing. */
  readonly permission: string | { readonly view: string; readonly edit: string }
  readonly table: string
  /** Of a table that several kinds of records share: what the columns of this kind hold. */
  readonly only?: Readonly<Record<string, string>>
  /** `id` unless the table has another. */
  readonly key?: string
  readonly owner: Owner
  /** The field that says which merchant a record is for; empty: for all. */
  readonly merchantField?: keyof F & string
  /** The records are merchants themselves: who is limited to some sees those, and makes none. */
  readonly isMerchant?: boolean
  readonly fields: F
  /** What is asked with a new record alone, and not stored with it: its own rules know what to do with it. */
  readonly asked?: Fields
  /** What is shown of a record and comes by itself: columns of the table that nobody types. */
  readonly facts?: Fields
  /** Fields and facts. */
  readonly columns: readonly string[]
  /** `name`, or `-name` from the end. */
  readonly sort: string
  /** Fields and facts that hold texts. */
  readonly search: readonly string[]
  readonly filters?: readonly (keyof F & string)[]
  /** Further filters, by their names in the address. */
  readonly reaching?: Readonly<Record<string, Reach>>
  /** Calls of others whose answers a change makes stale. */
  readonly refreshes?: readonly string[]
  /** False: people's daily work, of which no process keeps anything in memory. */
  readonly isSetting?: false
  /** Each list of fields is there once: in the tenant, or among all of the platform's. */
  readonly unique?: readonly (readonly (keyof F & string)[])[]
  readonly usedBy?: readonly Use[]
  /** The record that these are parts of, in an order: `sortOrder`, which is no field but a fact. */
  readonly orderedIn?: keyof F & string
  /** Records come by themselves (from a standard, from the product): they are only looked at and switched. */
  readonly isSeeded?: boolean
  /** Of those: what is not fixed in them is changed, too. */
  readonly isEditable?: boolean
  /** Of a list that tenants switch: what platform staff hold to switch it for all of them at once. */
  readonly forAll?: string
  /** Of such a list: the last one that is on stays on. */
  readonly requiresOneActive?: true
  /** Values that go together, where not any do. */
  readonly example?: Readonly<Record<string, unknown>>
  /** Merchants have it too, their own records alone, at an address and under a permission of their own. */
  readonly merchants?: MerchantPlace
  /**
   * What comes with a new record and is shown this once, as a key is. Such records are not imported: it would be shown
   * to nobody.
   */
  readonly shownOnce?: BothLanguages
  /**
   * A record hands on whole payments, by every method and through every provider. Who is limited to some of these
   * neither makes nor changes one: it would show them the others.
   */
  readonly handsOnPayments?: true
}

/** Where merchants have a resource of operators. */
export interface MerchantPlace {
  /** What their page says, where the operators' words are of several merchants. */
  readonly about?: BothLanguages
  readonly path: string
  readonly group: string
  readonly order: number
  /** Any one suffices. */
  readonly permission: readonly string[]
}

/** A record as calls answer it. */
export interface ResourceRow {
  readonly id: string
  readonly version: number
  readonly isActive: boolean
  readonly updatedAt: string
  /** Null for what is everybody's. */
  readonly tenantId: string | null
  /** Names of what is referred to, by key. */
  readonly names: Readonly<Record<string, string>>
  /** In the answer to its making alone. */
  readonly shownOnce?: string
  readonly [field: string]: unknown
}

export interface ListQuery {
  readonly pageIndex: number
  readonly pageSize: number
  readonly sort?: string | undefined
  readonly searchKey?: string | undefined
  readonly isActive?: 'true' | 'false' | undefined
  readonly tenantId?: string | undefined
  readonly [filter: string]: unknown
}

type None = Record<never, never>
type Values = Readonly<Record<string, unknown>>
type RowParams = { readonly id: string }
type ForTenant = { readonly tenantId?: string | undefined }
type Page = { data: ResourceRow[]; count: number | null }
type Option = { id: string; name: string; nameTr?: string | undefined }

export interface ResourceCalls {
  readonly list: Endpoint<None, ListQuery, undefined, Page, Partial<ListQuery>>
  readonly read: Endpoint<RowParams, None, undefined, ResourceRow>
  readonly options?: Endpoint<
    { readonly field: string },
    {
      readonly searchKey?: string | undefined
      readonly partOf?: string | undefined
      readonly keys?: string | string[] | undefined
      readonly which?: 'inUse' | 'all' | undefined
    } & ForTenant,
    undefined,
    Option[]
  >
  readonly create?: Endpoint<None, ForTenant, Values, ResourceRow>
  readonly update?: Endpoint<RowParams, None, Values & { readonly version: number }, ResourceRow>
  readonly remove?: Endpoint<RowParams, None, undefined, undefined>
  readonly activate: Endpoint<
    None,
    None,
    { readonly ids: readonly string[]; readonly isActive: boolean },
    { changed: number }
  >
  readonly export: Endpoint<None, ListQuery, undefined, string, Partial<ListQuery>>
  readonly order?: OrderCall
  readonly import?: Endpoint<None, ForTenant, UploadedFile, DataImport, ForTenant, FormData>
}

export interface Resource extends Omit<Declaration<Fields>, 'permission'> {
  readonly kind: 'resource'
  readonly key: string
  readonly audience: readonly ('platform' | 'tenant')[]
  readonly permission: { readonly view: string; readonly edit: string }
  /** With that of merchants, where they have it too: any one suffices. */
  readonly permissions: { readonly view: readonly string[]; readonly edit: readonly string[] }
  /** What the form takes. */
  readonly values: z.ZodType<Values>
  /** The same of a new record, with what is asked then alone; the body of `create`. */
  readonly newValues: z.ZodType<Values>
  readonly calls: ResourceCalls
}

/**
 * Declares a kind of record, once: its calls with validation, its table's queries, its page with form and filters, its
 * audit, import and export, and its tests come from this value. See docs/decisions/0014.
 */
export function resource<const F extends Fields>(declaration: Declaration<F>): Resource {
  const { permission, key = 'id', audience = ['platform', 'tenant'] } = declaration
  const both = typeof permission === 'string' ? { view: permission, edit: permission } : permission
  const values = valuesOf(declaration.fields)
  const newValues = values.extend(shapeOf(declaration.asked ?? {}))
  const own = declaration.merchants === undefined ? [] : declaration.merchants.permission
  const whole: Whole = {
    ...(declaration as unknown as Declaration<Fields>),
    key,
    audience,
    permission: both,
    permissions: { view: [both.view, ...own], edit: [both.edit, ...own] },
  }
  return { ...whole, kind: 'resource', values, newValues, calls: callsOf(whole, values, newValues) }
}

export const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && (value as Partial<Resource>).kind === 'resource'

const shapeOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))

const valuesOf = (fields: Fields) => z.strictObject(shapeOf(fields)) as unknown as z.ZodObject

function rowOf(fields: Fields): z.ZodType<ResourceRow> {
  const shape = Object.entries(fields).map(([name, { kind }]) => [name, storedAs(kind).nullable()])
  return z.object({
    ...Object.fromEntries(shape),
    id: z.string(),
    version: z.int(),
    isActive: z.boolean(),
    updatedAt: timestamp,
    tenantId: id.nullable(),
    names: z.record(z.string(), z.string()),
  }) as unknown as z.ZodType<ResourceRow>
}

/** Which field of the address filters the list, and what it takes. */
function filterShape({ filters = [], reaching = {} }: Pick<Resource, 'filters' | 'reaching'>) {
  return Object.fromEntries(
    [...filters, ...Object.keys(reaching)].map((name) => [name, z.string().max(200).optional()]),
  )
}

/** Of what is known by a code: no UUID looks like one. */
const code = z.string().regex(/^[A-Za-z0-9_]{1,32}$/)

type Whole = Omit<Resource, 'kind' | 'values' | 'newValues' | 'calls'>

function callsOf(of: Whole, values: z.ZodObject, newValues: z.ZodObject): ResourceCalls {
  const { view, edit } = of.permissions
  const path = `/api${of.path}`
  const [one, many] = [of.one[0].toLowerCase(), of.many[0].toLowerCase()]
  const row = rowOf({ ...of.fields, ...of.facts })
  const params = z.object({ id: of.key === 'id' ? id : code })
  const query = z.object({
    ...pageQuery.shape,
    sort: z.string().max(64).optional(),
    searchKey: z.string().max(255).optional(),
    isActive: z.enum(['true', 'false']).optional(),
    ...(of.owner === 'tenant' ? { tenantId: id.optional() } : {}),
    ...filterShape(of),
  }) as unknown as z.ZodType<ListQuery, Partial<ListQuery>>
  const forTenant = z.object(of.owner === 'tenant' ? { tenantId: id.optional() } : {})
  const looks = { permission: view } as const
  const stale = of.isSetting === false ? [] : ['context.*']
  const changes = { permission: edit, refreshes: [`${of.id}.*`, ...stale, ...(of.refreshes ?? [])] }
  const ids = z
    .array(params.shape.id)
    .min(1)
    .max(100)
    .meta({ examples: [[of.key === 'id' ? '00000000-0000-7000-8000-000000000000' : 'XX']] })
  const common = {
    list: endpoint({
      ...looks,
      id: `${of.id}.list`,
      method: 'GET',
      path,
      summary: `The ${many}, searched, filtered and sorted`,
      query,
      answer: listOf(row),
    }),
    read: endpoint({
      ...looks,
      id: `${of.id}.read`,
      method: 'GET',
      path: `${path}/:id`,
      summary: `One ${one}`,
      params,
      answer: row,
    }),
    activate: endpoint({
      ...changes,
      id: `${of.id}.activate`,
      method: 'PUT',
      path: `${path}/active`,
      summary: `Switches ${many} on or off`,
      body: z.strictObject({ ids, isActive: z.boolean() }),
      answer: z.object({ changed: z.int() }),
    }),
    export: endpoint({
      ...looks,
      id: `${of.id}.export`,
      method: 'GET',
      path: `${path}/export`,
      summary: `The same list of ${many} as CSV, whole`,
      query,
      answer: z.string(),
      contentType: 'text/csv',
    }),
  }
  const update = endpoint({
    ...changes,
    id: `${of.id}.update`,
    method: 'PUT',
    path: `${path}/:id`,
    summary: `Changes a ${one}, unless somebody else did since its version was read`,
    params,
    body: values.extend({ version: z.int().min(1).max(2_147_483_647) }),
    answer: row,
  })
  if (of.isSeeded === true) {
    return { ...common, ...(of.isEditable === true ? { update } : {}) } as unknown as ResourceCalls
  }
  const hasReferences = Object.values(of.fields).some(({ target }) => target !== undefined)
  return {
    ...common,
    ...(hasReferences ? { options: optionsCall(of, path) } : {}),
    ...(of.orderedIn === undefined ? {} : { order: orderCall({ ...changes, of, path, ids }) }),
    create: endpoint({
      ...changes,
      id: `${of.id}.create`,
      method: 'POST',
      path,
      summary: `Makes a ${one}`,
      status: 201,
      query: forTenant,
      body: newValues,
      answer: of.shownOnce === undefined ? row : withShownOnce(row),
    }),
    update,
    remove: endpoint({
      ...changes,
      id: `${of.id}.remove`,
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Deletes a ${one} that nothing uses`,
      status: 204,
      params,
    }),
    ...(of.shownOnce === undefined
      ? {
          import: endpoint({
            ...changes,
            id: `${of.id}.import`,
            method: 'POST',
            path: `${path}/import`,
            summary: `Takes ${many} from a CSV, row by row in the background`,
            query: forTenant,
            body: importFile,
            answer: dataImport,
            status: 202,
            idempotent: true,
            refreshes: ['imports.*'],
          }),
        }
      : {}),
  } as unknown as ResourceCalls
}

/** A hundred thousand rows are more than other uploads may hold. */
const importFile = uploadIn(fileField, maxTotalBytes)

const withShownOnce = (row: z.ZodType<ResourceRow>) =>
  (row as unknown as z.ZodObject).extend({
    shownOnce: z.string(),
  }) as unknown as z.ZodType<ResourceRow>

function optionsCall(of: Whole, path: string) {
  const names = Object.keys(of.fields).filter((name) => of.fields[name]?.target !== undefined)
  return endpoint({
    permission: of.permissions.view,
    id: `${of.id}.options`,
    method: 'GET',
    path: `${path}/options/:field`,
    summary: 'What a field that refers to other records can be set to',
    params: z.object({ field: z.enum(names as [string]) }),
    query: z.object({
      searchKey: z.string().max(255).optional(),
      tenantId: id.optional(),
      // of parts: of which record
      partOf: id.optional(),
      // these alone, by key: what a filter that is in an address is called
      keys: several(z.string().max(255)),
      // also what is switched off: records refer to it, though no other can be set to it
      which: z.enum(['inUse', 'all']).optional(),
    }),
    answer: z.array(option.extend({ nameTr: z.string().optional() })),
  })
}
