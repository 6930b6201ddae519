/** The demo's accounts, and what each of them must see after signing in. */
export interface Account {
  readonly email: string
  readonly home: '/dashboard' | '/crm/dashboard'
  /** The brand at the top of the menu. */
  readonly brand: string
  readonly initials: string
  /** The tenant's colour of the menu. */
  readonly sidebar: string
  readonly language: 'en' | 'tr'
  readonly mode: 'none' | 'switch' | 'test-only'
}

const operator = { home: '/crm/dashboard', language: 'en', mode: 'none' } as const
const merchant = { home: '/dashboard', language: 'en', mode: 'switch' } as const

export const password = 'Counterfoil-demo-1'

export const accounts: readonly Account[] = [
  {
    ...operator,
    email: 'platform@counterfoil.example',
    brand: 'Counterfoil',
    initials: 'AK',
    sidebar: '#26324f',
  },
  {
    ...operator,
    email: 'operator@northwind.example',
    brand: 'Northwind Pay',
    initials: 'NW',
    sidebar: '#0b4552',
  },
  {
    ...operator,
    email: 'agent@northwind.example',
    brand: 'Northwind Pay',
    initials: 'BO',
    sidebar: '#0b4552',
  },
  {
    ...merchant,
    email: 'merchant@harbour.example',
    brand: 'Harbour Books',
    initials: 'HP',
    sidebar: '#0b4552',
  },
  {
    ...merchant,
    email: 'cashier@harbour.example',
    brand: 'Harbour Books',
    initials: 'CR',
    sidebar: '#0b4552',
  },
  {
    ...merchant,
    email: 'merchant@quayside.example',
    brand: 'Quayside Crafts',
    initials: 'QM',
    sidebar: '#0b4552',
    mode: 'test-only',
  },
  {
    ...merchant,
    email: 'merchant@piernine.example',
    brand: 'Pier Nine',
    initials: 'PN',
    sidebar: '#0b4552',
    mode: 'none',
  },
  {
    ...operator,
    email: 'operator@bosphorus.example',
    brand: 'Bosphorus Payments',
    initials: 'ÇY',
    sidebar: '#5c1a33',
    language: 'tr',
  },
  {
    ...merchant,
    email: 'merchant@galata.example',
    brand: 'Galata Coffee',
    initials: 'GŞ',
    sidebar: '#5c1a33',
    language: 'tr',
  },
]
