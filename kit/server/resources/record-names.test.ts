import { resource } from '@counterfoil/kit/contract/resource.ts'
import { amount, text } from '@counterfoil/kit/contract/resource-fields.ts'
import { expect, test } from 'vitest'
import { currencyFieldsOf, nameRecordsOf } from './record-names.ts'

test('the trail knows in which currency a declared record’s amounts are, and of others nothing', () => {
  nameRecordsOf(
    resource({
      ...{
        id: 'moorings',
        one: { en: 'Mooring', tr: 'Bağlama' },
        many: { en: 'Moorings', tr: 'Bağlamalar' },
      },
      about: { en: 'What a berth costs', tr: 'Rıhtımın ücreti' },
      ...{ path: '/moorings', permission: 'Moorings.View', table: 'mooring', owner: 'tenant' },
      fields: {
        paidIn: text({ en: 'Currency', tr: 'Para birimi' }),
        dues: amount({ en: 'Dues', tr: 'Aidat' }, { currencyField: 'paidIn' }),
      },
      ...{ columns: ['dues'], sort: 'dues', search: ['paidIn'] },
    }),
  )
  expect(currencyFieldsOf('moorings')).toEqual({ dues: 'paidIn' })
  expect(currencyFieldsOf('payment')).toEqual({})
})
