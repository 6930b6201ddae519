import { BankFailure } from '@counterfoil/providers/banks/bank.ts'
import { findBankPayment } from './bank-payments.queries.ts'
import {
  type BankPaymentWork,
  change,
  inTenant,
  openSecret,
  returnAddress,
  sealSecret,
  submit,
} from './follow-bank-payment.ts'

/** The payer has approved: the code becomes a token, and the payment is submitted with it. */
export async function carryOutApproved(
  work: BankPaymentWork,
  id: string,
  code: string,
): Promise<void> {
  const row = await inTenant(work, (db) => findBankPayment(db, id))
  const bank = row && work.providers.banks.get(row.bank)
  if (row?.state !== 'Authorised' || bank === undefined || row.verifier === null) return
  const verifier = await openSecret(work, row.verifier)
  const redirectUri = returnAddress(work.providers)
  const tokens = await bank
    .exchangeCode({ code, verifier, redirectUri })
    .catch((error: unknown) => {
      if (error instanceof BankFailure) return error
      throw error
    })
  if (tokens instanceof BankFailure) {
    // nothing was submitted yet, so that nothing can have been paid
    const reason = tokens.message.slice(0, 200)
    await change(work, row, { state: 'Failed', bank_reason: reason }, ['Authorised'])
    return
  }
  const token = await inTenant(work, (db) => sealSecret(db, work, tokens.accessToken))
  const held = await change(work, row, { token, verifier: null }, ['Authorised'])
  if (held.state === 'Authorised') await submit(work, bank, held)
}
