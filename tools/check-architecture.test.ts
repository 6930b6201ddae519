import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { areaEdges } from './architecture/imports.ts'
import { readSources, sourceFile } from './architecture/source.ts'
import { checkArchitecture, printed } from './check-architecture.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What the check says of one planted file. */
function said(path: string, text: string): string[] {
  return checkArchitecture([sourceFile(path, text)]).map(printed)
}

test('the sources keep to the architecture', () => {
  const files = readSources(root)
  expect(files.length).toBeGreaterThan(40)
  expect(files.flatMap((file) => file.imports).length).toBeGreaterThan(60)
  const wrong = checkArchitecture(files).filter((one) => !one.isWarning)
  expect(wrong.map(printed)).toEqual([])
})

test('what is being built is nobody’s source', () => {
  const root = mkdtempSync(join(tmpdir(), 'counterfoil-sources-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['src', 'dist', 'dist.part-7', 'node_modules']) {
    mkdirSync(join(root, 'apps/web', folder), { recursive: true })
    writeFileSync(join(root, 'apps/web', folder, 'Portal-x7.css'), '')
  }
  expect(readSources(root).map(({ path }) => path)).toEqual(['apps/web/src/Portal-x7.css'])
})

const here = 'features/payments/refunds'

const planted: readonly [why: string, path: string, text: string][] = [
  [
    'a schema that knows a call',
    `${here}/refunds.schema.ts`,
    "import { listRefunds } from './refunds.contract.ts'",
  ],
  [
    'a contract that reads the database',
    `${here}/refunds.contract.ts`,
    "import { readRefund } from './refunds.queries.ts'",
  ],
  [
    'rules that do I/O',
    `${here}/refunds.rules.ts`,
    "import { openDatabase } from '@counterfoil/kit/database/database.ts'",
  ],
  ['rules that use Node', `${here}/refunds.rules.ts`, "import { readFileSync } from 'node:fs'"],
  [
    'queries that call a feature',
    `${here}/refunds.queries.ts`,
    "import { post } from '@counterfoil/features/accounting/ledger/ledger.public.ts'",
  ],
  [
    'queries that know the server',
    `${here}/refunds.queries.ts`,
    "import type { Context } from '@counterfoil/kit/server/request/context.ts'",
  ],
  [
    "another feature's inside",
    `${here}/refunds.routes.ts`,
    "import { listEntries } from '@counterfoil/features/accounting/ledger/ledger.queries.ts'",
  ],
  [
    'a handler that draws',
    `${here}/refunds.routes.ts`,
    "import { RefundDialog } from './refund-dialog.tsx'",
  ],
  [
    'a screen that reads the database',
    `${here}/refund-dialog.tsx`,
    "import { readRefund } from './refunds.queries.ts'",
  ],
  [
    'a screen that knows the server, type or not',
    `${here}/refund-dialog.tsx`,
    "import type { Context } from '@counterfoil/kit/server/request/context.ts'",
  ],
  [
    "another feature's component",
    `${here}/refunds.screens.ts`,
    "import { Entries } from '@counterfoil/features/accounting/ledger/entries.tsx'",
  ],
  [
    'a way out by ../',
    `${here}/refunds.routes.ts`,
    "import { listPayments } from '../lookup/lookup.public.ts'",
  ],
  [
    'a way out by ../ that starts with ./',
    `${here}/refunds.routes.ts`,
    "import { listPayments } from './../lookup/lookup.public.ts'",
  ],
  [
    'an area edge that is not in the table',
    'features/accounting/ledger/ledger.public.ts',
    "import { payment } from '@counterfoil/features/payments/refunds/refunds.contract.ts'",
  ],
  [
    'the kit knowing a feature',
    'kit/server/request/register.ts',
    "import { findCaller } from '@counterfoil/features/access/sign-in-context/callers.public.ts'",
  ],
  [
    'the contract part knowing the server part',
    'kit/contract/money.ts',
    "import { readSettings } from '@counterfoil/kit/server/settings.ts'",
  ],
  [
    'a part of the kit left by ../',
    'kit/server/a.ts',
    "import { id } from '../contract/fields.ts'",
  ],
  [
    'row types as a value',
    'kit/database/paging.ts',
    "import { tables } from '@counterfoil/database/rows.generated.ts'",
  ],
  [
    'row types from the wrong part of the kit',
    'kit/server/request/audit.ts',
    "import type { DB } from '@counterfoil/database/rows.generated.ts'",
  ],
  [
    'a provider knowing a feature',
    'providers/acquirers/harbour.ts',
    "import { payment } from '@counterfoil/features/payments/refunds/refunds.contract.ts'",
  ],
  [
    'identity knowing a feature',
    'identity/pages.ts',
    "import { findCaller } from '@counterfoil/features/access/sign-in-context/callers.public.ts'",
  ],
  [
    'somebody importing an app',
    'identity/provider.ts',
    "import { buildApi } from '@counterfoil/api/server.ts'",
  ],
  [
    'the product built on a test',
    'kit/server/request/register.ts',
    "import { makeUser } from '@counterfoil/kit/testing/makers.ts'",
  ],
  [
    'the browser reaching a server file',
    'apps/web/main.tsx',
    "import { readSettings } from '@counterfoil/kit/server/settings.ts'",
  ],
  [
    'a product file using a tool',
    'apps/api/main.ts',
    "import { checkArchitecture } from '@counterfoil/tools/check-architecture.ts'",
  ],
  ['fastify in a feature', `${here}/refunds.routes.ts`, "import Fastify from 'fastify'"],
  [
    'a type of fastify in a feature',
    `${here}/refunds.routes.ts`,
    "import type { FastifyReply } from 'fastify'",
  ],
  ['kysely in a handler', `${here}/refunds.routes.ts`, "import { sql } from 'kysely'"],
  ['pg in a query', `${here}/refunds.queries.ts`, "import pg from 'pg'"],
  [
    'the table library outside the grid',
    `${here}/refund-list.tsx`,
    "import { useTable } from '@tanstack/react-table'",
  ],
  ['oidc-provider in the API', 'apps/api/main.ts', "import Provider from 'oidc-provider'"],
  ['react in a contract', `${here}/refunds.contract.ts`, "import { useState } from 'react'"],
  ['Node in the browser kit', 'kit/web/calls/call.ts', "import { join } from 'node:path'"],
  ['a lazy import', `${here}/refund-dialog.tsx`, "const q = await import('./refunds.queries.ts')"],
  [
    'an import over several lines',
    `${here}/refund-dialog.tsx`,
    "import {\n  readRefund,\n  storeRefund,\n} from './refunds.queries.ts'",
  ],
  ['a re-export', `${here}/refunds.contract.ts`, "export { routes } from './refunds.queries.ts'"],
  ['a bare import', `${here}/refund-dialog.tsx`, "import './refunds.routes.ts'"],
  ['a vague name', 'kit/server/helpers.ts', ''],
  ['a vague folder', 'features/payments/common/amount.rules.ts', ''],
  [
    'payments without the limits of their reader',
    `${here}/refunds.queries.ts`,
    "db.selectFrom('payment as p').select('p.id').where(within(db, 'p')).execute()",
  ],
  [
    'payments in SQL without the limits of their reader',
    `${here}/refunds.queries.ts`,
    `sql\`select p.id from payment as p where \${within(db, 'p')}\``,
  ],
  ['a name in camel case', `${here}/refundDialog.tsx`, ''],
  ['an unknown role', `${here}/refunds.service.ts`, ''],
  ['a file too long', 'kit/server/long.ts', 'a\n'.repeat(501)],
  ['a barrel', 'kit/server/all.ts', "export * from './context.ts'"],
  [
    'an export that no other file uses',
    `${here}/refunds.rules.ts`,
    'export const most = 1\nmost + 1',
  ],
  [
    'a name that is passed on and not imported',
    `${here}/refunds.rules.ts`,
    'const most = 1\nexport { most }',
  ],
  ['a type that is named nowhere', `${here}/refunds.rules.ts`, 'export interface Refund {}'],
  ['work left open', 'kit/server/open.ts', `// ${'TO'}${'DO'} later`],
  ['a mock', `${here}/refunds.test.ts`, "vi.mock('./refunds.queries.ts')"],
  [
    'a job with a loop of its own over all tenants',
    `${here}/refunds.jobs.ts`,
    "import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'",
  ],
  [
    'a job with a loop of its own over some tenants',
    `${here}/refunds.jobs.ts`,
    'for (const tenantId of await listTenantsWithDue(db)) await refundDue(tenantId)',
  ],
  ['a retired word in a name', `${here}/refunds.rules.ts`, 'const decideWish = () => 1'],
  ['a retired word in a column', `${here}/refunds.queries.ts`, 'const a = row.other_seat'],
  ['a retired type', `${here}/refunds.ts`, 'interface Standing {}'],
  ['a retired word in a file’s name', `${here}/refund-twin.ts`, ''],
  ['a file named after doing', `${here}/deciding.ts`, ''],
  ['a folder too deep', 'features/payments/refunds/parts/more/deeper/a.rules.ts', ''],
]

describe('a planted fault is found', () => {
  test.each(planted)('%s', (_, path, text) => {
    expect(said(path, text)).toHaveLength(1)
  })

  test('more than thirty files in a feature, tests and styles not counted', () => {
    const files = Array.from({ length: 31 }, (_, n) => sourceFile(`${here}/part-${n}.rules.ts`, ''))
    expect(checkArchitecture(files).map((one) => one.rule)).toEqual(['folder'])
  })

  test('two migrations of one number', () => {
    const files = ['0003-mids', '0003-payments'].map((name) =>
      sourceFile(`database/migrations/${name}.sql`, ''),
    )
    expect(checkArchitecture(files).map((one) => one.rule)).toEqual(['migration'])
  })

  test('a ring of imports, through package names', () => {
    const ring = [
      sourceFile('kit/server/a.ts', "import { b } from './b.ts'"),
      sourceFile('kit/server/b.ts', "import { a } from '@counterfoil/kit/server/a.ts'"),
    ]
    expect(checkArchitecture(ring).map((one) => one.rule)).toEqual(['cycle'])
  })
})

const allowed: readonly [why: string, path: string, text: string][] = [
  [
    'a retired word that people say, in a comment or a text',
    `${here}/refunds.rules.ts`,
    "// as they wish\nconst text = 'take a seat'\nconst title = `the seat`",
  ],
  [
    'row types, as a type, where queries are typed',
    'kit/database/database.ts',
    "import type { DB } from '@counterfoil/database/rows.generated.ts'",
  ],
  [
    "another area's door along an edge",
    `${here}/refunds.routes.ts`,
    "import { post } from '@counterfoil/features/accounting/ledger/ledger.public.ts'",
  ],
  [
    'the own folder',
    `${here}/refunds.routes.ts`,
    "import { readRefund } from './refunds.queries.ts'",
  ],
  [
    'SQL where SQL belongs',
    `${here}/refunds.queries.ts`,
    "import { sql } from 'kysely'\nimport { within } from '@counterfoil/kit/database/within.ts'",
  ],
  [
    'a screen that links and draws',
    `${here}/refund-list.tsx`,
    "import { useState } from 'react'\nimport { Page } from '@counterfoil/kit/web/page/page.tsx'\nimport './refund-list.module.css'",
  ],
  [
    'payments with the limits of their reader, beside another table of the same name',
    `${here}/refunds.queries.ts`,
    "db.selectFrom('payment as p').where(withinPayments(db, 'p'))\n\ndb.selectFrom('pipeline as p').where(within(db, 'p'))",
  ],
  [
    'what a scan finds, and a type of its own file',
    `${here}/refunds.routes.ts`,
    'export interface Refund {}\nexport const routes = (refunds: Refund[]) => []',
  ],
  [
    'the word import in a text',
    `${here}/refunds.rules.ts`,
    "const text = 'import goods from abroad'\n// import { x } from './refunds.queries.ts'",
  ],
]

test.each(allowed)('allowed: %s', (_, path, text) => {
  expect(said(path, text)).toEqual([])
})

test('areas know each other in one direction', () => {
  const reach = (area: string, seen: readonly string[] = []): readonly string[] =>
    (areaEdges[area] ?? []).flatMap((next) =>
      seen.includes(next) ? [] : [next, ...reach(next, [...seen, next])],
    )
  for (const area of Object.keys(areaEdges)) expect(reach(area)).not.toContain(area)
})
