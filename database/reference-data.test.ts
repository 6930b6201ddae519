import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { expect, test } from 'vitest'
import { storeReferenceData } from './reference-data.ts'

const db = await testDatabase()

test('currencies have the minor units of ISO 4217, and only what one can be paid in', async () => {
  const rows = await db.database.shared
    .selectFrom('currency')
    .select(['code', 'decimal_places'])
    .where('code', 'in', ['GBP', 'JPY', 'KWD', 'TRY', 'CLP', 'XAU', 'XXX', 'CHE'])
    .orderBy('code')
    .execute()
  expect(rows).toEqual([
    { code: 'CLP', decimal_places: 0 },
    { code: 'GBP', decimal_places: 2 },
    { code: 'JPY', decimal_places: 0 },
    { code: 'KWD', decimal_places: 3 },
    { code: 'TRY', decimal_places: 2 },
  ])
})

test('countries, languages, methods and acquirers are there', async () => {
  const codes = async (table: 'country' | 'language' | 'payment_method' | 'service_provider') =>
    (await db.database.shared.selectFrom(table).select('code').orderBy('code').execute()).map(
      ({ code }) => code,
    )
  expect(await codes('country')).toHaveLength(249 + 1) // Kosovo's XK, which ISO leaves to its users
  expect(await codes('language')).toEqual(['en', 'tr'])
  expect(await codes('payment_method')).toEqual(['alternative', 'bank_transfer', 'card'])
  expect(await codes('service_provider')).toEqual(['sandbox_alpha', 'sandbox_beta'])
})

test('what the product lists itself is named in both languages', async () => {
  const named = async (
    table: 'country' | 'currency' | 'payment_method' | 'payment_channel' | 'industry_type',
  ) => db.database.shared.selectFrom(table).select(['code', 'name', 'name_tr']).execute()
  expect(await named('country')).toContainEqual({ code: 'DE', name: 'Germany', name_tr: 'Almanya' })
  expect(await named('currency')).toContainEqual({
    ...{ code: 'GBP', name: 'Pound Sterling', name_tr: 'İngiliz sterlini' },
  })
  expect(await named('industry_type')).toContainEqual({
    ...{ code: '5942', name: 'Bookshops', name_tr: 'Kitapçılar' },
  })
  const ours = ['payment_method', 'payment_channel', 'industry_type'] as const
  const all = (await Promise.all(ours.map(named))).flat()
  expect(all.filter((one) => one.name_tr === '' || one.name_tr === one.name)).toEqual([])
})

test('a second start corrects names, and leaves what was switched off', async () => {
  await db.owner.query("update currency set is_active = false, name = 'Wrong' where code = 'GBP'")
  await storeReferenceData(db.ownerUrl)
  const pound = await db.database.shared
    .selectFrom('currency')
    .select(['code', 'name', 'decimal_places', 'is_active'])
    .where('code', '=', 'GBP')
    .executeTakeFirst()
  expect(pound).toEqual({
    code: 'GBP',
    name: 'Pound Sterling',
    decimal_places: 2,
    is_active: false,
  })
})
