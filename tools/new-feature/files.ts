import { languageCodes, sourceLanguage } from '@counterfoil/kit/contract/languages.ts'
import type { FeatureNames } from './names.ts'

export interface NewFile {
  readonly path: string
  readonly text: string
}

/** A feature that lists its records, front to back, and the test with which its author begins. */
export function featureFiles(names: FeatureNames, migrationNumber: number): NewFile[] {
  const folder = `features/${names.area}/${names.feature}`
  const number = String(migrationNumber).padStart(4, '0')
  return [
    { path: `database/migrations/${number}-${names.feature}.sql`, text: migration(names) },
    { path: `${folder}/${names.feature}.contract.ts`, text: contract(names) },
    { path: `${folder}/${names.feature}.queries.ts`, text: queries(names) },
    { path: `${folder}/${names.feature}.routes.ts`, text: routes(names) },
    { path: `${folder}/${names.feature}.messages.ts`, text: texts(names) },
    ...languageCodes
      .filter((language) => language !== sourceLanguage)
      .map((language) => ({
        path: `${folder}/messages.${language}.json`,
        text: catalog(names, language),
      })),
    { path: `${folder}/${names.feature}.screens.ts`, text: screens(names) },
    { path: `${folder}/${names.one}-list.tsx`, text: component(names) },
    { path: `${folder}/${names.feature}.test.ts`, text: test(names) },
  ]
}

const migration = ({ table, title }: FeatureNames) => `create table app.${table} (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.${table} is '${title} @shard:tenant';
select app.protect('app.${table}');
`

const contract = ({ feature, single, Many, title, permission }: FeatureNames) =>
  `import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const ${single} = z.object({ id, name: z.string(), createdAt: timestamp })

export const list${Many} = endpoint({
  id: '${feature}.list',
  method: 'GET',
  path: '/api/${feature}',
  summary: '${title}, newest first',
  permission: '${permission}',
  query: pageQuery,
  answer: listOf(${single}),
})
`

const queries = ({ many, Many, table }: FeatureNames) =>
  `import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** Newest first. */
export function list${Many}(db: Db, limit: number, offset: number) {
  return ${many}(db)
    .select(['id', 'name', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function count${Many}(db: Db): Promise<number> {
  const { count } = await ${many}(db)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function ${many}(db: Db) {
  return db.selectFrom('${table}').where(within(db, '${table}'))
}
`

const routes = ({ feature, Many }: FeatureNames) =>
  `import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { list${Many} } from './${feature}.contract.ts'
import { count${Many}, list${Many} as listRows } from './${feature}.queries.ts'

export const routes: Route[] = [
  route(list${Many}, async ({ query }, { db }) => {
    const [rows, count] = await Promise.all([
      listRows(db, query.pageSize, query.pageIndex * query.pageSize),
      count${Many}(db),
    ])
    const data = rows.map(({ id, name, created_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
    }))
    return { data, count }
  }),
]
`

const texts = ({ many, title, words }: FeatureNames) =>
  `import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const ${many}Texts = msg({
  title: '${title}',
  name: 'Name',
  created: 'Created',
  empty: 'There is no ${words} yet',
})
`

/** To be translated: what still is the English, the check refuses. */
function catalog({ title, words }: FeatureNames, language: string): string {
  const empty = `There is no ${words} yet`
  const turkish = { Name: 'Ad', Created: 'Oluşturulma', [empty]: 'Henüz kayıt yok' }
  const english = { [title]: title, Name: 'Name', Created: 'Created', [empty]: empty }
  const texts = language === 'tr' ? { ...english, ...turkish } : english
  return `${JSON.stringify(texts, null, 2)}\n`
}

const screens = ({ feature, many, one, permission }: FeatureNames) =>
  `import { screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconFolder } from '@tabler/icons-react'
import { ${many}Texts } from './${feature}.messages.ts'

export const screens = [
  screen({
    id: '${feature}',
    path: '/${feature}',
    title: ${many}Texts.title,
    audience: ['merchant'],
    permission: ['${permission}'],
    menu: { group: 'transactions', order: 900, icon: IconFolder },
    component: () => import('./${one}-list.tsx'),
  }),
]
`

const component = ({ feature, many, Many, single }: FeatureNames) =>
  `import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import type { z } from 'zod'
import { list${Many}, type ${single} } from './${feature}.contract.ts'
import { ${many}Texts } from './${feature}.messages.ts'

type Row = z.infer<typeof ${single}>

export default function ${Many}Page() {
  const t = useTexts(${many}Texts)
  const list = useListState({ filters: [] })
  const answer = useCall(
    list${Many},
    { query: { pageIndex: list.pageIndex, pageSize: list.pageSize } },
    { keepPrevious: true },
  )
  const columns: GridColumn<Row>[] = [
    { id: 'name', title: t.name, cell: (row) => row.name },
    { id: 'createdAt', title: t.created, cell: (row) => <DateTime value={row.createdAt} /> },
  ]
  return (
    <Page title={t.title}>
      <DataGrid
        id="${feature}"
        label={t.title}
        columns={columns}
        rows={answer.data?.data}
        rowId={(row) => row.id}
        isRefreshing={answer.isFetching}
        problem={answer.error}
        onRetry={() => void answer.refetch()}
        paging={list.indexPaging(answer.data)}
        empty={{ title: t.empty }}
      />
    </Page>
  )
}
`

const test = ({ feature, Many, table, words }: FeatureNames) =>
  `import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { expect, test } from 'vitest'
import { list${Many} } from './${feature}.queries.ts'

const db = await testDatabase()

test('a merchant sees its own ${words} alone', async () => {
  const { id: tenant_id } = await makeTenant(db)
  const own = await makeMerchant(db, { tenant_id })
  const other = await makeMerchant(db, { tenant_id })
  const created_at = new Date()
  for (const merchant of [own, other]) {
    await db.loader
      .insertInto('${table}')
      .values({
        tenant_id,
        id: newId(created_at),
        merchant_id: merchant.id,
        name: merchant.slug,
        created_at,
      })
      .execute()
  }
  const rows = await list${Many}(db.database.reader(tenantScope(tenant_id, [own.id])), 10, 0)
  expect(rows.map((row) => row.name)).toEqual([own.slug])
  expect.fail('Begin here: say as a test what a ${words} is for, then make it pass')
})
`
