import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { id, listOf, option, pageQuery, recordVersion, several, timestamp } from './fields.ts'
import { type DataImport, dataImport, importLimitsOf } from './imports.ts'
import { storedAs } from './resource-answers.ts'
import type { Declared, Fields } from './resource-declaration.ts'
import { type OrderCall, orderCall } from './resource-order.ts'
import { fileField, type UploadedFile, uploadIn } from './uploads.ts'

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
  /** In Turkish, of what has such a name. */
  readonly namesTr?: Readonly<Record<string, string>>
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
    { changed: number; waiting?: number | undefined }
  >
  readonly export: Endpoint<None, ListQuery, undefined, string, Partial<ListQuery>>
  readonly order?: OrderCall
  readonly import?: Endpoint<None, ForTenant, UploadedFile, DataImport, ForTenant, FormData>
}

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
    namesTr: z.record(z.string(), z.string()).optional(),
  }) as unknown as z.ZodType<ResourceRow>
}

/** Which field of the address filters the list, and what it takes. */
function filterShape({
  filters = [],
  relationFilters = {},
}: Pick<Declared, 'filters' | 'relationFilters'>) {
  return Object.fromEntries(
    [...filters, ...Object.keys(relationFilters)].map((name) => [
      name,
      z.string().max(200).optional(),
    ]),
  )
}

/** Of what is known by a code: no UUID looks like one. */
const code = z.string().regex(/^[A-Za-z0-9_]{1,32}$/)

export function callsOf(of: Declared, values: z.ZodObject, newValues: z.ZodObject): ResourceCalls {
  const { view, edit, remove } = of.permissions
  const path = `/api${of.path}`
  const [one, many] = [of.one.en.toLowerCase(), of.many.en.toLowerCase()]
  const row = rowOf({ ...of.fields, ...of.computedFields })
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
  const takesCard = of.cardNumberIn === undefined ? {} : { cardNumberIn: of.cardNumberIn }
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
      /** `waiting`: for another person’s confirmation, until which they stay as they are. */
      answer: z.object({ changed: z.int(), waiting: z.int().optional() }),
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
    ...takesCard,
    body: values.extend({ version: recordVersion }),
    answer: row,
  })
  if (of.isSeeded !== undefined) {
    return {
      ...common,
      ...(of.isSeeded === 'editable' ? { update } : {}),
    } as unknown as ResourceCalls
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
      ...takesCard,
      body: newValues,
      answer: of.credential === undefined ? row : withShownOnce(row),
    }),
    update,
    remove: endpoint({
      ...changes,
      permission: remove,
      id: `${of.id}.remove`,
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Deletes a ${one} that nothing uses`,
      status: 204,
      params,
    }),
    ...(of.credential === undefined
      ? {
          import: endpoint({
            ...changes,
            id: `${of.id}.import`,
            method: 'POST',
            path: `${path}/import`,
            summary: `Takes ${many} from a CSV, row by row in the background`,
            query: forTenant,
            // so many rows are more than other uploads may hold
            body: uploadIn(fileField, importLimitsOf(of).bytes),
            answer: dataImport,
            status: 202,
            idempotent: true,
            refreshes: ['imports.*'],
          }),
        }
      : {}),
  } as unknown as ResourceCalls
}

const withShownOnce = (row: z.ZodType<ResourceRow>) =>
  (row as unknown as z.ZodObject).extend({
    shownOnce: z.string(),
  }) as unknown as z.ZodType<ResourceRow>

function optionsCall(of: Declared, path: string) {
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
