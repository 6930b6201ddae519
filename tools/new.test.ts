import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sourceFile } from './architecture/source.ts'
import { checkArchitecture } from './check-architecture.ts'
import { writeFeature } from './new.ts'
import { lintSource } from './schema-lint.ts'

const root = mkdtempSync(join(tmpdir(), 'counterfoil-new-'))
mkdirSync(join(root, 'database/migrations'), { recursive: true })
writeFileSync(join(root, 'database/migrations/0041-files.sql'), '')
afterAll(() => rmSync(root, { recursive: true }))

test('a new feature keeps to the architecture', () => {
  const written = writeFeature(root, 'payments/payment-categories', 'Merchant.Transaction.View')
  const files = written.map(({ path }) => sourceFile(path, readFileSync(join(root, path), 'utf8')))
  expect(files.map((file) => file.path)).toEqual([
    'database/migrations/0042-payment-categories.sql',
    'features/payments/payment-categories/payment-categories.contract.ts',
    'features/payments/payment-categories/payment-categories.queries.ts',
    'features/payments/payment-categories/payment-categories.routes.ts',
    'features/payments/payment-categories/payment-categories.messages.ts',
    'features/payments/payment-categories/messages.tr.json',
    'features/payments/payment-categories/payment-categories.screens.ts',
    'features/payments/payment-categories/payment-category-list.tsx',
    'features/payments/payment-categories/payment-categories.test.ts',
  ])
  expect([...checkArchitecture(files), ...lintSource(files)]).toEqual([])
  expect(files[2]?.text).toContain("within(db, 'payment_category')")
})

test('what is there is left alone, and a name that is none is refused', () => {
  writeFeature(root, 'payments/tills', 'Merchant.Transaction.View')
  expect(() => writeFeature(root, 'payments/tills', '')).toThrow('there already')
  for (const name of ['', 'tills', 'Payments/tills', 'payments/tills/x', '../x/y']) {
    expect(() => writeFeature(root, name, '')).toThrow('named like')
  }
})
