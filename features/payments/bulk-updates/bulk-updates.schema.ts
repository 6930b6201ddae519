/** What is known of a payment before it is decided whether its status can change. */
export interface FoundPayment {
  readonly id: string
  readonly externalId: string | null
  readonly mode: number
  readonly status: string
  readonly pendingOn: string | null
  readonly amountMinor: bigint
  readonly currency: string
}

/** A payment as it was given, and whether it can change. */
export interface NewRow {
  readonly line: number
  readonly reference: string
  readonly payment: Pick<FoundPayment, 'id' | 'amountMinor' | 'currency' | 'status'> | undefined
  readonly refusal: { readonly code: string; readonly message: string } | undefined
}

export const requestPath = '/platform/transaction-management/transaction-bulk-update-request'

/** What a selection in the lookup hands to the request. */
export interface ChosenPayments {
  readonly tenantId: string
  readonly payments: readonly string[]
}
