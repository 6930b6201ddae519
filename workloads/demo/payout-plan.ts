// Whom the demo's merchants pay, and when they asked for it.

export interface PlannedPayee {
  readonly key: string
  readonly name: string
  readonly kind?: 'person'
  readonly country: string
  readonly currency: string
  readonly iban?: string
  readonly sortCode?: string
  readonly accountNumber?: string
  readonly town?: string
}

interface Asked {
  readonly daysAgo: number
  /** Of the day; absent: an hour before the demo was made. */
  readonly hour?: number
  readonly mode?: 1
}

export type PlannedPayout = Asked &
  (
    | (PlannedOrder & { readonly kind: 'single' })
    | (PlannedOrder & {
        readonly kind: 'recurring'
        readonly frequency: 'weekly' | 'monthly'
        /** Days after it was asked for. */
        readonly startsAfter: number
      })
    | {
        readonly kind: 'file'
        readonly fileName: string
        readonly content: string
        /** Its rows that can be paid; undefined: it is left as it was checked. */
        readonly submits?: number
      }
  )

interface PlannedOrder {
  readonly to: string
  readonly amount: number
  readonly reference: string
  readonly externalId?: string
  /** The bank did not confirm the name. */
  readonly despiteCheck?: true
  /** In so many days from the day on which it was asked for. */
  readonly inDays?: number
  /** Undefined: it waits. */
  readonly decision?: 'approve' | 'decline'
}

export interface PayingMerchant {
  readonly slug: string
  readonly tenant: string
  readonly by: string
  readonly approver: string
  readonly because: string
  readonly payees: readonly PlannedPayee[]
  readonly payouts: readonly PlannedPayout[]
}

const pounds = { country: 'GB', currency: 'GBP' } as const
const lira = { country: 'TR', currency: 'TRY' } as const

// ends of account numbers that the sandbox answers in their own way stand in providers/rails and providers/payee-checks
const harbourPayees: readonly PlannedPayee[] = [
  {
    ...{ key: 'paper', name: 'Penrose Paper Ltd', ...pounds },
    ...{ sortCode: '200000', accountNumber: '55779911' },
  },
  {
    ...{ key: 'rent', name: 'Bristol Quays Estates', ...pounds },
    ...{ sortCode: '309012', accountNumber: '41597734' },
  },
  {
    ...{ key: 'bindery', name: 'Marigold Bindery', ...pounds },
    ...{ sortCode: '200000', accountNumber: '12369001' },
  },
  {
    ...{ key: 'author', name: 'Rowan Ellis', kind: 'person', ...pounds },
    ...{ sortCode: '402226', accountNumber: '32229102' },
  },
  {
    ...{ key: 'courier', name: 'Tidewater Couriers', ...pounds },
    ...{ sortCode: '560036', accountNumber: '20579101' },
  },
  {
    ...{ key: 'estate', name: 'The Estate of J. Tennant', kind: 'person', ...pounds },
    ...{ sortCode: '200000', accountNumber: '77869002' },
  },
  {
    ...{ key: 'fair', name: 'Severn Book Fair', ...pounds },
    ...{ sortCode: '601613', accountNumber: '32059108' },
  },
  {
    ...{ key: 'publisher', name: 'Verlag am Hafen GmbH', country: 'DE', currency: 'EUR' },
    iban: 'DE89370400440532013000',
  },
  {
    ...{ key: 'shop', name: 'Librairie du Port', country: 'FR', currency: 'EUR' },
    iban: 'FR1420041010050500013M02606',
  },
  {
    ...{ key: 'maps', name: 'Kartenkontor Lübeck', country: 'DE', currency: 'EUR' },
    iban: 'DE95370400440532019003',
  },
]

const royalties = `name,kind,country,currency,amount,sortCode,accountNumber,iban,reference,externalId
Ottilie Crane,person,GB,GBP,64.20,200000,45820871,,Royalties autumn,ROY-301
Samir Haddad,person,GB,GBP,41.75,309012,55068823,,Royalties autumn,ROY-302
Greta Lindqvist,person,SE,EUR,58.10,,,SE4550000000058398257466,Royalties autumn,ROY-303
Rowan Ellis,person,GB,GBP,37.40,402226,32229102,,Royalties autumn,ROY-304
Pia Moreau,person,FR,EUR,22.95,,,FR1420041010050500013M02606,Royalties autumn,ROY-305
Tobias Wren,person,GB,GBP,19.30,200000,1234,,Royalties autumn,ROY-306
`

const wages = `name,kind,country,currency,amount,sortCode,accountNumber,reference,externalId
Callum Reid,person,GB,GBP,412.00,200000,66120944,Wages,WAGE-11
Edith Marlow,person,GB,GBP,530.00,309012,70048825,Wages,WAGE-12
Hannah Price,person,GB,GBP,four hundred,402226,81344471,Wages,WAGE-13
Marigold Bindery,company,GB,GBP,75.00,200000,12369001,Wages,WAGE-14
Callum Reid,person,GB,GBP,412.00,200000,66120944,Wages,WAGE-15
`

const harbour: PayingMerchant = {
  ...{ slug: 'harbour', tenant: 'northwind', by: 'merchant@harbour.example' },
  ...{ approver: 'operator@northwind.example', because: 'Invoice and delivery note do not agree' },
  payees: harbourPayees,
  payouts: [
    {
      ...{ kind: 'recurring', daysAgo: 61, hour: 9, to: 'rent', amount: 14_500, reference: 'Rent' },
      ...{ frequency: 'monthly', startsAfter: 2, decision: 'approve' },
    },
    {
      ...{ kind: 'single', daysAgo: 54, hour: 10, to: 'paper', amount: 8_450 },
      ...{ reference: 'Invoice 2207', externalId: 'PO-118', decision: 'approve' },
    },
    {
      ...{ kind: 'single', daysAgo: 40, hour: 13, to: 'bindery', amount: 6_200 },
      ...{ reference: 'Binding of 14', externalId: 'PO-121', despiteCheck: true },
      decision: 'approve',
    },
    {
      ...{ kind: 'single', daysAgo: 33, hour: 11, to: 'author', amount: 3_500 },
      ...{ reference: 'Reading in May', decision: 'approve' },
    },
    {
      ...{ kind: 'single', daysAgo: 22, hour: 9, to: 'publisher', amount: 6_490 },
      ...{ reference: 'Rechnung 4471', externalId: 'PO-126', decision: 'approve' },
    },
    {
      ...{ kind: 'single', daysAgo: 19, hour: 15, to: 'courier', amount: 2_780 },
      ...{ reference: 'Parcels', externalId: 'PO-129', decision: 'approve' },
    },
    {
      ...{ kind: 'single', daysAgo: 13, hour: 10, to: 'paper', amount: 9_120 },
      ...{ reference: 'Invoice 2231', externalId: 'PO-131', decision: 'approve' },
    },
    {
      ...{ kind: 'single', daysAgo: 8, hour: 16, to: 'estate', amount: 15_000 },
      ...{ reference: 'Library of JT', despiteCheck: true, decision: 'decline' },
    },
    {
      ...{ kind: 'file', daysAgo: 6, hour: 9, fileName: 'royalties-autumn.csv' },
      ...{ content: royalties, submits: 5 },
    },
    {
      ...{ kind: 'recurring', daysAgo: 3, hour: 14, to: 'shop', amount: 1_900 },
      ...{ reference: 'Magazines', frequency: 'weekly', startsAfter: 10 },
    },
    {
      ...{ kind: 'single', daysAgo: 2, hour: 11, to: 'fair', amount: 4_000 },
      ...{ reference: 'Stand 17', externalId: 'PO-137', decision: 'approve' },
    },
    {
      ...{ kind: 'single', daysAgo: 1, hour: 10, to: 'paper', amount: 7_300, inDays: 8 },
      ...{ reference: 'Invoice 2240', externalId: 'PO-138', decision: 'approve' },
    },
    { ...{ kind: 'file', daysAgo: 1, hour: 15, fileName: 'wages.csv' }, content: wages },
    {
      ...{ kind: 'single', daysAgo: 0, to: 'publisher', amount: 5_640 },
      ...{ reference: 'Rechnung 4502', externalId: 'PO-139' },
    },
    {
      ...{ kind: 'single', daysAgo: 0, to: 'bindery', amount: 2_250 },
      ...{ reference: 'Binding of 5', externalId: 'PO-140', despiteCheck: true },
    },
    {
      ...{ kind: 'single', daysAgo: 12, hour: 12, mode: 1, to: 'paper', amount: 1_250 },
      ...{ reference: 'A first try', decision: 'approve' },
    },
    {
      ...{ kind: 'single', daysAgo: 0, mode: 1, to: 'rent', amount: 2_000 },
      reference: 'A second try',
    },
  ],
}

const galata: PayingMerchant = {
  ...{ slug: 'galata', tenant: 'bosphorus', by: 'merchant@galata.example' },
  ...{ approver: 'operator@bosphorus.example', because: 'Fatura eksik' },
  payees: [
    {
      ...{ key: 'roaster', name: 'Anadolu Kavurma Makineleri', ...lira },
      iban: 'TR330006100519786457841326',
    },
    {
      ...{ key: 'barista', name: 'Ayşe Yılmaz', kind: 'person', ...lira },
      iban: 'TR320001200945200058001234',
    },
    {
      ...{ key: 'beans', name: 'Torrefazione Adriatica', country: 'IT', currency: 'EUR' },
      iban: 'IT60X0542811101000000123456',
    },
  ],
  payouts: [
    {
      ...{ kind: 'single', daysAgo: 30, hour: 9, to: 'roaster', amount: 125_000 },
      ...{ reference: 'Fatura 881', externalId: 'SIP-41', decision: 'approve' },
    },
    {
      ...{ kind: 'single', daysAgo: 7, hour: 11, to: 'barista', amount: 84_000 },
      ...{ reference: 'Mesai', decision: 'approve' },
    },
    {
      ...{ kind: 'single', daysAgo: 0, to: 'roaster', amount: 96_500 },
      ...{ reference: 'Fatura 902', externalId: 'SIP-44' },
    },
  ],
}

export const payingMerchants: readonly PayingMerchant[] = [harbour, galata]
