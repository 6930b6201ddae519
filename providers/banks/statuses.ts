import type { BankPaymentState, ConsentState } from './bank.ts'

// The words of UK Open Banking 4.0 (four letters of ISO 20022) and of 3.1, and what each of them means.

const consentStates: Readonly<Record<string, ConsentState>> = {
  AWAU: 'AwaitingAuthorisation',
  AwaitingAuthorisation: 'AwaitingAuthorisation',
  AUTH: 'Authorised',
  Authorised: 'Authorised',
  RJCT: 'Rejected',
  Rejected: 'Rejected',
  CANC: 'Revoked',
  Revoked: 'Revoked',
  EXPD: 'Expired',
  Expired: 'Expired',
  COND: 'Consumed',
  Consumed: 'Consumed',
}

const paymentStates: Readonly<Record<string, BankPaymentState>> = {
  RCVD: 'Pending',
  PDNG: 'Pending',
  Pending: 'Pending',
  ACTC: 'Pending',
  PATC: 'Pending',
  ACCP: 'Pending',
  ACFC: 'Pending',
  ACSP: 'Pending',
  AcceptedSettlementInProcess: 'Pending',
  ACWC: 'Pending',
  // accepted, but the payee's bank has not posted it
  ACWP: 'Pending',
  AcceptedWithoutPosting: 'Pending',
  // stopped after it was accepted: whether it is released is not known yet
  BLCK: 'Pending',
  ACSC: 'Completed',
  AcceptedSettlementCompleted: 'Completed',
  ACCC: 'Completed',
  AcceptedCreditSettlementCompleted: 'Completed',
  RJCT: 'Rejected',
  Rejected: 'Rejected',
  CANC: 'Rejected',
}

/** A word that the standard does not have decides nothing: the bank is asked again. */
export const consentStateOf = (status: string): ConsentState =>
  consentStates[status] ?? 'AwaitingAuthorisation'

/** The same of a payment: an unknown word never counts as paid, nor as refused. */
export const paymentStateOf = (status: string): BankPaymentState =>
  paymentStates[status] ?? 'Pending'

const oldWords: Readonly<Record<string, string>> = {
  AWAU: 'AwaitingAuthorisation',
  AUTH: 'Authorised',
  RJCT: 'Rejected',
  CANC: 'Revoked',
  EXPD: 'Expired',
  COND: 'Consumed',
  RCVD: 'Pending',
  PDNG: 'Pending',
  ACSP: 'AcceptedSettlementInProcess',
  ACSC: 'AcceptedSettlementCompleted',
  ACWP: 'AcceptedWithoutPosting',
  ACCC: 'AcceptedCreditSettlementCompleted',
}

/** The word of 3.1 for one of 4.0. */
export const oldWordOf = (status: string): string => oldWords[status] ?? status
