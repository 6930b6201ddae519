import { expect, test } from 'vitest'
import { databaseChecks } from './database-checks.ts'
import { ofCopies } from './local-copies.ts'

test('tables are read from their copies, functions stay', () => {
  expect(ofCopies('select p.id from app.payment p join sandbox.acquirer_record r on true')).toBe(
    'select p.id from pg_temp.app_payment p join pg_temp.sandbox_acquirer_record r on true',
  )
  expect(ofCopies('where app.is_merchant_account(account)')).toBe(
    'where app.is_merchant_account(account)',
  )
})

test('no check reads a table that is spread', () => {
  for (const { sql } of databaseChecks)
    expect(ofCopies(sql)).not.toMatch(/\b(app|sandbox)\.\w+\b(?!\()/)
})
