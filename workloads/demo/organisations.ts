import { publishableScope } from '@counterfoil/features/access/api-keys/api-keys.rules.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { logos } from './logos.ts'

/** For one-time codes, base32. */
export const demoTotpSecret = 'COUNTERFOILDEMO2'

export interface DemoTenant {
  readonly slug: string
  readonly name: string
  readonly isPlatform?: true
  readonly timeZone: string
  readonly locale: string
  readonly homeCurrency: string
  readonly logo: string
  readonly colours: Colours
  /** What merchants pay for a captured, refunded or disputed amount, by currency. */
  readonly fees: readonly DemoFee[]
}

export interface Colours {
  readonly sidebar: string
  readonly primary: string
  readonly button: string
  readonly text: string
}

export interface DemoFee {
  readonly type: 'capture' | 'refund' | 'void' | 'dispute'
  readonly currency: string
  readonly basisPoints: number
  readonly fixedMinor: bigint
}

export interface DemoMerchant {
  readonly slug: string
  readonly tenant: string
  readonly name: string
  readonly country: string
  readonly currencies: readonly [home: string, ...others: string[]]
  /** Payments above this wait for an operator's approval. */
  readonly approvalThresholdMinor?: bigint
  readonly processingStatus: 'NoProcessing' | 'SandboxEnabled' | 'FullProcessing'
  readonly boardingStage: string
  readonly merchantStatus: string
  /** Columns that its page shows besides. */
  readonly details: Readonly<Record<string, string>>
  readonly reviewStatus: string
  readonly merchantType: string
  readonly description: string
  readonly logo: string
  /** Modes with MIDs and a webhook endpoint. */
  readonly modes: readonly Mode[]
  /** Modes with an API key; one may be there that the processing status refuses. */
  readonly keyModes: readonly Mode[]
  /** Hosts of the shops through which it sells. */
  readonly websites: readonly string[]
}

export interface DemoAccount {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly userType: Audience
  readonly tenant: string
  readonly merchant?: string
  readonly role: string
  /** Undefined: an administrator with every permission of the audience. */
  readonly permissions?: readonly string[]
  /** Merchants that an operator is limited to. */
  readonly limitedTo?: readonly string[]
  readonly who: string
}

/** What a tenant usually charges in a currency: a share and a fixed part of captures, a fixed part of the rest. */
export const feesOf = (currency: string, basisPoints: number, fixed: bigint, dispute: bigint) =>
  [
    { type: 'capture', currency, basisPoints, fixedMinor: fixed },
    { type: 'refund', currency, basisPoints: 0, fixedMinor: fixed },
    { type: 'dispute', currency, basisPoints: 0, fixedMinor: dispute },
  ] as const

export const demoTenants: readonly DemoTenant[] = [
  {
    slug: 'counterfoil',
    name: 'Counterfoil',
    isPlatform: true,
    timeZone: 'Europe/London',
    locale: 'en',
    homeCurrency: 'EUR',
    logo: logos.counterfoil,
    colours: { sidebar: '#26324f', primary: '#3554a5', button: '#3554a5', text: '#2b2f3a' },
    fees: [],
  },
  {
    slug: 'northwind',
    name: 'Northwind Pay',
    timeZone: 'Europe/London',
    locale: 'en',
    homeCurrency: 'GBP',
    logo: logos.northwind,
    colours: { sidebar: '#0b4552', primary: '#0b7285', button: '#0b7285', text: '#263238' },
    fees: [
      ...feesOf('GBP', 140, 20n, 1500n),
      ...feesOf('EUR', 160, 25n, 1800n),
      ...feesOf('USD', 290, 30n, 2000n),
    ],
  },
  {
    slug: 'bosphorus',
    name: 'Bosphorus Payments',
    timeZone: 'Europe/Istanbul',
    locale: 'tr',
    homeCurrency: 'TRY',
    logo: logos.bosphorus,
    colours: { sidebar: '#5c1a33', primary: '#a61e4d', button: '#a61e4d', text: '#3a2b31' },
    fees: [...feesOf('TRY', 249, 100n, 35_000n), ...feesOf('EUR', 220, 25n, 1800n)],
  },
]

export const demoMerchants: readonly DemoMerchant[] = [
  {
    slug: 'harbour',
    tenant: 'northwind',
    name: 'Harbour Books',
    country: 'GB',
    currencies: ['GBP', 'EUR', 'USD'],
    processingStatus: 'FullProcessing',
    boardingStage: 'Completed',
    merchantStatus: 'Active',
    reviewStatus: 'Approved',
    merchantType: 'E-commerce',
    description: 'New and second-hand books, by post and over the counter',
    details: {
      trading_name: 'Harbour Books',
      registration_number: '08412377',
      tax_number: 'GB 284 1190 52',
      website: 'https://harbour-books.example',
      contact_name: 'Edith Marlow',
      email: 'hello@harbour-books.example',
      phone: '+44 20 7946 0112',
      address_line: '14 Quay Street',
      city: 'Bristol',
      postal_code: 'BS1 4DX',
      industry_type: '5942',
    },
    logo: logos.harbour,
    modes: [1, 2],
    websites: ['harbour-books.example', 'rare.harbour-books.example'],
    keyModes: [1, 2],
  },
  {
    slug: 'quayside',
    tenant: 'northwind',
    name: 'Quayside Crafts',
    country: 'GB',
    currencies: ['GBP', 'EUR'],
    processingStatus: 'SandboxEnabled',
    boardingStage: 'Integration',
    merchantStatus: 'Active',
    reviewStatus: 'In review',
    merchantType: 'E-commerce',
    description: 'Pottery, wool and tools for people who make things',
    details: {
      website: 'https://quayside.example',
      contact_name: 'Tom Ashby',
      email: 'tom@quayside.example',
      city: 'Whitby',
      industry_type: '5970',
    },
    logo: logos.quayside,
    modes: [1],
    websites: ['quayside.example'],
    keyModes: [1, 2],
  },
  {
    slug: 'piernine',
    tenant: 'northwind',
    name: 'Pier Nine',
    country: 'GB',
    currencies: ['GBP'],
    processingStatus: 'NoProcessing',
    boardingStage: 'Documents',
    merchantStatus: 'In boarding',
    reviewStatus: 'Not started',
    merchantType: 'Hospitality',
    description: 'A restaurant at the end of the pier, opening soon',
    details: {
      contact_name: 'Priya Nair',
      email: 'priya@piernine.example',
      city: 'Brighton',
      industry_type: '5812',
    },
    logo: logos.pierNine,
    modes: [],
    websites: [],
    keyModes: [],
  },
  {
    slug: 'galata',
    tenant: 'bosphorus',
    name: 'Galata Coffee',
    country: 'TR',
    currencies: ['TRY', 'EUR'],
    approvalThresholdMinor: 25_000_000n,
    processingStatus: 'FullProcessing',
    boardingStage: 'Completed',
    merchantStatus: 'Active',
    reviewStatus: 'Approved',
    merchantType: 'E-commerce',
    description: 'İstanbul’da kavrulan kahve, şubede ve internetten',
    details: {
      trading_name: 'Galata Kahve',
      registration_number: '412776-5',
      tax_number: '3880456721',
      website: 'https://galatakahve.example',
      contact_name: 'Elif Demir',
      email: 'merhaba@galatakahve.example',
      phone: '+90 212 555 01 34',
      address_line: 'Serdar-ı Ekrem Caddesi 27',
      city: 'İstanbul',
      region: 'Beyoğlu',
      postal_code: '34421',
      industry_type: '5814',
    },
    logo: logos.galata,
    modes: [1, 2],
    websites: ['galatakahve.example', 'toptan.galatakahve.example'],
    keyModes: [1, 2],
  },
]

export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'platform@counterfoil.example',
    firstName: 'Ada',
    lastName: 'Keller',
    userType: 'platform',
    tenant: 'counterfoil',
    role: 'Platform administrator',
    who: 'platform administrator',
  },
  {
    email: 'operator@northwind.example',
    firstName: 'Nora',
    lastName: 'Whitfield',
    userType: 'tenant',
    tenant: 'northwind',
    role: 'Administrator',
    who: 'administrator of tenant Northwind Pay',
  },
  {
    email: 'agent@northwind.example',
    firstName: 'Ben',
    lastName: 'Okafor',
    userType: 'tenant',
    tenant: 'northwind',
    role: 'Support agent',
    permissions: [
      'CRM.Support.Lookup',
      'CRM.Transaction.View',
      'CRM.Organization.View',
      'CRM.Dashboard.View',
    ],
    limitedTo: ['harbour'],
    who: 'support agent of Northwind Pay, for Harbour Books alone',
  },
  {
    email: 'merchant@harbour.example',
    firstName: 'Hannah',
    lastName: 'Price',
    userType: 'merchant',
    tenant: 'northwind',
    merchant: 'harbour',
    role: 'Merchant administrator',
    who: 'administrator of Harbour Books',
  },
  {
    email: 'cashier@harbour.example',
    firstName: 'Callum',
    lastName: 'Reid',
    userType: 'merchant',
    tenant: 'northwind',
    merchant: 'harbour',
    role: 'Cashier',
    permissions: [
      'Merchant.Transaction.View',
      'Merchant.Transaction.VirtualTerminal',
      'Merchant.Support.Lookup',
    ],
    who: 'cashier of Harbour Books',
  },
  {
    email: 'merchant@quayside.example',
    firstName: 'Quinn',
    lastName: 'Maddox',
    userType: 'merchant',
    tenant: 'northwind',
    merchant: 'quayside',
    role: 'Merchant administrator',
    who: 'administrator of Quayside Crafts (Test mode only)',
  },
  {
    email: 'merchant@piernine.example',
    firstName: 'Piers',
    lastName: 'Nolan',
    userType: 'merchant',
    tenant: 'northwind',
    merchant: 'piernine',
    role: 'Merchant administrator',
    who: 'administrator of Pier Nine (in boarding)',
  },
  {
    email: 'operator@bosphorus.example',
    firstName: 'Çağla',
    lastName: 'Yıldırım',
    userType: 'tenant',
    tenant: 'bosphorus',
    role: 'Yönetici',
    who: 'administrator of tenant Bosphorus Payments',
  },
  {
    email: 'merchant@galata.example',
    firstName: 'Gökhan',
    lastName: 'Şahin',
    userType: 'merchant',
    tenant: 'bosphorus',
    merchant: 'galata',
    role: 'Üye iş yeri yöneticisi',
    who: 'administrator of Galata Coffee',
  },
]

/** A tenant's theme as the portal reads it. */
export function themeOf({ sidebar, primary, button, text }: Colours) {
  return {
    layoutName: 'vertical-layout-1',
    buttonsLinkColor: button,
    buttonsLinkColorRGB: rgbOf(button),
    headerBackgroundColor: '#ffffff',
    mainBackgroundColor: '#f5f5f5',
    sidebarBackgroundColor: sidebar,
    primaryColor: primary,
    textColor: text,
  }
}

/** `#0b7285` as `11, 114, 133`. */
function rgbOf(colour: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')
}

const keyWords = { 1: 'test', 2: 'live' } as const

/** The token of the one open payment link, of Harbour Books in Test; refused outside the demo. */
export const demoLinkToken = 'demo_harbour_books_signed_copy'

/** It stands in pages of shops; refused outside the demo like the others. */
export const demoPublishableKeyOf = (slug: string, mode: Mode): string =>
  `cf_pub_${keyWords[mode]}_demo_${slug}`

/** The demo's key of a merchant that has this scope. */
export const demoKeyFor = (scope: string, slug: string, mode: Mode): string =>
  (scope === publishableScope ? demoPublishableKeyOf : demoKeyOf)(slug, mode)

/** `cf_test_demo_harbour`: published, and refused outside the demo. */
export const demoKeyOf = (slug: string, mode: Mode): string => `cf_${keyWords[mode]}_demo_${slug}`
