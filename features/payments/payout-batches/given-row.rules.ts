// One payout of a file, whatever the file is: what was given of it, as text.

const givenFields = [
  ...['name', 'kind', 'country', 'currency', 'amount', 'iban', 'bic', 'sortCode'],
  ...['accountNumber', 'town', 'reference', 'externalId', 'on', 'speed'],
  // of a bank's format alone: free lines of an address, and the group of payments that it stands in
  ...['addressLines', 'paymentGroup'],
] as const
export type GivenField = (typeof givenFields)[number]
export type GivenRow = Readonly<Partial<Record<GivenField, string>>>

/** Columns of a CSV. */
export const csvColumns: readonly GivenField[] = givenFields.filter(
  (one) => one !== 'addressLines' && one !== 'paymentGroup',
)
/** Columns besides, of the CSV that says what became of each: it can be uploaded again. */
export const resultColumns: readonly string[] = [
  ...['line', 'error', 'errorText', 'duplicateOf', 'paidBefore', 'payeeCheck', 'bankName'],
  ...['payoutId', 'status', 'endToEndId'],
]
export const neededColumns = ['name', 'currency', 'amount', 'country', 'reference'] as const

export interface RowFault {
  readonly code: string
  readonly message: string
  readonly params: Readonly<Record<string, string | number>>
}

/** What a file asks for, before any of it is checked. */
export interface ReadFile {
  readonly format: 'csv' | 'pain.001.001.03' | 'pain.001.001.09'
  readonly messageId: string | null
  /** With the line or the number of each. */
  readonly rows: readonly {
    readonly line: number
    readonly given: GivenRow
    /** It has more cells than there are columns: some of them are not where they belong. */
    readonly isTooLong?: boolean
    /** What is wrong with it by the rules of its format. */
    readonly fault?: RowFault
  }[]
}

/** A chosen file as it is sent: a zero byte, which no call takes, is as wrong in it as a byte that is no letter. */
export const sentText = (text: string): string => text.replaceAll('\0', '\uFFFD')
