import { randomUUID } from 'node:crypto'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { majorUnits } from './major-units.ts'
import { tenantScope } from './scope.ts'

const { database } = await testDatabase()

test.each([
  [1205n, 'GBP', '12.05'],
  [7n, 'EUR', '0.07'],
  [-700n, 'USD', '-7.00'],
  [1234n, 'KWD', '1.234'],
  [1900n, 'JPY', '1900'],
  [9_007_199_254_740_993n, 'TRY', '90071992547409.93'],
])('%s of %s is written %s', async (amount, currency, text) => {
  const { rows } = await database.transaction(tenantScope(randomUUID()), (db) =>
    sql<{ text: string }>`select ${majorUnits(sql`a.amount`, sql`a.currency`)} as text
      from (select ${amount}::bigint as amount, ${currency}::text as currency) as a`.execute(db),
  )
  expect(rows).toEqual([{ text }])
})
