import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { screen } from '@counterfoil/kit/web/page/screen.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { expect, test } from 'vitest'
import { findScreens, reachableScreens } from './palette.rules.ts'

const declare = (path: string, permission: string[] = []): Screen =>
  screen({
    id: path,
    path,
    title: { en: path },
    audience: ['tenant'],
    permission,
    component: async () => ({ default: () => null }),
  })
const choice = (name: string, group = 'Reports') => ({ screen: declare(`/${name}`), name, group })
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

test('only screens that open for the user and need no record can be gone to', () => {
  const user = {
    ...{ audience: 'tenant', permissions: new Set(['A']) },
    screenNames: { '/c': 'As we call it' },
  } as unknown as SignedInUser
  const all = [declare('/a', ['A']), declare('/b', ['B']), declare('/a/:id', ['A']), declare('/c')]
  expect(reachableScreens(all, user).map(({ path }) => path)).toEqual(['/a', '/c'])
  // under the name that the user's tenant gives it
  expect(reachableScreens(all, user).map(({ title }) => title.en)).toEqual(['/a', 'As we call it'])
  const merchant = { ...user, audience: 'merchant' } as SignedInUser
  expect(reachableScreens(all, merchant)).toEqual([])
})

test('the best fit comes first: beginning, word, anywhere, all words with the group', () => {
  const choices = [
    choice('Declined transactions'),
    choice('Transactions daily'),
    choice('Pretransactions'),
    choice('Invoices', 'Transactions'),
    choice('Alerts'),
  ]
  expect(names(findScreens(choices, 'trans'))).toEqual([
    'Transactions daily',
    'Declined transactions',
    'Pretransactions',
    'Invoices',
  ])
  expect(names(findScreens(choices, 'reports daily'))).toEqual(['Transactions daily'])
  expect(findScreens(choices, 'nothing like it')).toEqual([])
  expect(findScreens(choices, '  ')).toHaveLength(5)
})

test('a name is found by its words in singular or plural and in any case', () => {
  const turkish = [
    choice('Açık bankacılık bağlantıları', 'Kartlar'),
    ...['Ödeme bağlantıları', 'Şüpheli işlemler', 'İadeler'].map((name) => choice(name)),
  ]
  const banking = choice('Açık bankacılık bağlantıları', 'Ödemeler')
  const [, links] = turkish as [(typeof turkish)[0], (typeof turkish)[0]]
  expect(names(findScreens([banking, links], 'ödeme bağlantısı'))).toEqual([
    'Ödeme bağlantıları',
    'Açık bankacılık bağlantıları',
  ])
  for (const typed of ['ödeme bağlantısı', 'ödeme bağlantısına']) {
    expect([typed, ...names(findScreens(turkish, typed))]).toEqual([typed, 'Ödeme bağlantıları'])
  }
  expect(names(findScreens(turkish, 'şüpheli işlemi'))).toEqual(['Şüpheli işlemler'])
  expect(names(findScreens([choice('Payment link'), choice('Payers')], 'payment links'))).toEqual([
    'Payment link',
  ])
})

test('Turkish names are found on any keyboard, in any case', () => {
  const choices = [choice('İşlem arama'), choice('Sıkı düzen')]
  for (const typed of ['işlem', 'İŞLEM', 'islem', 'ISLEM', 'ıslem']) {
    expect([typed, ...names(findScreens(choices, typed))]).toEqual([typed, 'İşlem arama'])
  }
  for (const typed of ['sıkı', 'SIKI', 'siki', 'duzen']) {
    expect([typed, ...names(findScreens(choices, typed))]).toEqual([typed, 'Sıkı düzen'])
  }
})
