import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { attempt } from './attempt.ts'
import { tenantScope } from './scope.ts'

const { database, ...db } = await testDatabase()
const tenant = await makeTenant(db)

test('an attempt around one that failed takes back all of its own work', async () => {
  const rows = await database.transaction(tenantScope(tenant.id), async (db) => {
    await sql`create temporary table step (name text) on commit drop`.execute(db)
    const outer = attempt(db, async () => {
      await sql`insert into step values ('outer')`.execute(db)
      const inner = attempt(db, () => sql`select 1 / 0`.execute(db))
      await expect(inner).rejects.toThrow(/division by zero/)
      await sql`insert into step values ('after')`.execute(db)
      throw new Error('refused')
    })
    await expect(outer).rejects.toThrow('refused')
    return (await sql`select name from step`.execute(db)).rows
  })
  expect(rows).toEqual([])
})
