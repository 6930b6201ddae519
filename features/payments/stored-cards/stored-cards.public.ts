import type { Outcome } from '@counterfoil/features/payments/processing/outcome.rules.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { AcquirerAnswer } from '@counterfoil/providers/acquirers/acquirer.ts'
import {
  type CardOwner,
  findStoredCard,
  insertVaultRemoval,
  listStoredCards,
  lockStoredCard,
  updateCardDeleted,
  updateCardStopped,
  updateCardStored,
  updateCardUsed,
  updateHeldCardStored,
  updatePendingCardDeleted,
  updateVaultOfDeleted,
} from './stored-cards.queries.ts'
import {
  type AskedUse,
  type PayableCard,
  payableCard,
  type StoredCard,
  type StoredCardPayment,
  stopAfter,
  storedCardFor,
  type UsableCard,
  usableCard,
} from './stored-cards.rules.ts'

export { findStoredCard, insertPendingCard, listCardsOfPayer } from './stored-cards.queries.ts'

const ofOwner = (card: StoredCard | undefined, { merchantId, mode }: CardOwner) =>
  card?.merchantId === merchantId && card.mode === mode ? card : undefined

/** A stored card for a payment; throws the Problem for which it may not be used. */
export async function readStoredCardFor(
  db: Db,
  owner: CardOwner,
  { id, ...use }: AskedUse & { readonly id: string },
  now: Date,
): Promise<StoredCardPayment> {
  return storedCardFor(ofOwner(await findStoredCard(db, id), owner), use, now)
}

/** A stored card to which a merchant sends money; throws the Problem for which it cannot. `path`: of the field that named it. */
export async function readPayableCard(
  db: Db,
  { merchantId, mode }: { readonly merchantId: string; readonly mode: number | undefined },
  id: string,
  { now, path }: { readonly now: Date; readonly path: string },
): Promise<PayableCard> {
  const found = await findStoredCard(db, id)
  const isOwn = found?.merchantId === merchantId && (mode ?? found.mode) === found.mode
  return payableCard(isOwn ? found : undefined, now, path)
}

/** Where a stored card is: the acquirer that has it, and what it calls it. */
export type VaultCard = Pick<PayableCard, 'provider' | 'vaultReference'>

/** Null: it is in no vault (any more). */
export async function findVaultCard(db: Db, id: string): Promise<VaultCard | null> {
  const { provider, vaultReference, state } = (await findStoredCard(db, id)) ?? {}
  if (state === 'deleted' || !provider || !vaultReference) return null
  return { provider, vaultReference }
}

/** The cards that a customer can be charged with now, the newest first, each with what the payer agreed to. */
export async function listUsableCards(
  db: Db,
  { merchantId, mode }: CardOwner,
  customerEmail: string,
  now: Date,
): Promise<UsableCard[]> {
  const search = { merchantId, mode, customerEmail, after: undefined, limit: maxUsable }
  const found = await listStoredCards(db, { ...search, state: 'active' })
  const seen = new Set<string>()
  return found.flatMap((card) => {
    const usable = usableCard(card, now)
    // kept again with a later payment for the same: the newest is enough
    const same = `${card.fingerprint} ${usable?.uses.toSorted()}`
    if (usable === undefined || seen.has(same)) return []
    seen.add(same)
    return [usable]
  })
}

const maxUsable = 20

/** A stored card in the transaction of its payment: a card that was deleted meanwhile is not charged. */
export async function lockStoredCardFor(
  db: Db,
  owner: CardOwner,
  { id, ...use }: AskedUse & { readonly id: string },
  now: Date,
): Promise<void> {
  storedCardFor(ofOwner(await lockStoredCard(db, id), owner), use, now)
}

type Approval = Extract<AcquirerAnswer, { result: 'approved' }>

/**
 * What an authorisation's outcome means for its stored card: one that was to be stored is, or is dropped, and one that was
 * paid with may be stopped. Answers the stored card that the payment has from now on.
 */
export async function settleStoredCard(
  db: Db,
  payment: Payment,
  outcome: Outcome,
  answer: { readonly provider: string; readonly approval: Approval | undefined; readonly at: Date },
): Promise<string | null> {
  const { storedCardId: id, credentialUse } = payment
  if (id === null || credentialUse === null) return id
  const isOpen = !['approved', 'declined', 'failed'].includes(outcome.result)
  if (isOpen) return id
  if (credentialUse === 'first') return settleFirst(db, payment, outcome, answer)
  if (outcome.result === 'approved') await updateCardUsed(db, id, answer.at)
  if (outcome.result === 'declined') {
    const stop = stopAfter(outcome.code, outcome.advice)
    if (stop !== undefined) {
      await updateCardStopped(db, id, { by: outcome.code, for: stop, at: answer.at })
    }
  }
  return id
}

async function settleFirst(
  db: Db,
  payment: Payment,
  outcome: Outcome,
  { provider, approval, at }: Parameters<typeof settleStoredCard>[3],
): Promise<string | null> {
  const { id: paymentId, storedCardId } = payment
  const vaultReference = approval?.storedCard
  const scheme = approval?.scheme
  if (outcome.result === 'approved' && vaultReference !== undefined && scheme !== undefined) {
    const kept = {
      ...{ provider, vaultReference, schemeTransactionId: scheme.transactionId },
      schemeLinkId: scheme.linkId ?? null,
      isHeld: payment.holdReason !== null,
    }
    if (await updateCardStored(db, paymentId, kept, at)) return storedCardId
  }
  await updatePendingCardDeleted(db, paymentId, at)
  if (vaultReference !== undefined) {
    await updateVaultOfDeleted(db, paymentId, { provider, vaultReference })
  }
  return null
}

/**
 * An authorisation that is cancelled because its approval came too late: its card does not stay in the vault either. The
 * payment may have stored its card at another acquirer, to which it was sent on; that one stays.
 */
export async function dropFromVault(
  db: Db,
  { merchantId }: Pick<Payment, 'merchantId'>,
  { provider, approval, at }: { provider: string; approval: Approval; at: Date },
): Promise<void> {
  const { storedCard: vaultReference } = approval
  if (vaultReference === undefined) return
  await insertVaultRemoval(db, { id: newId(at), merchantId, provider, vaultReference, at })
}

/** The card of a held payment: it can be charged once that is approved, and goes when it is declined. */
export async function followHeldPayment(
  db: Db,
  before: Payment,
  { status, storedCardId: id, credentialUse }: Payment,
  at: Date,
): Promise<void> {
  const isDecided = before.status === 'waiting_for_approval' && status !== 'waiting_for_approval'
  if (!isDecided || credentialUse !== 'first' || id === null) return
  if (status === 'declined') await deleteCard(db, id, at)
  else await updateHeldCardStored(db, id, at)
}

/** Erases what identifies the card, and has the acquirer delete it. False: it was deleted before. */
export async function deleteCard(db: Db, id: string, at: Date): Promise<boolean> {
  const card = await lockStoredCard(db, id)
  if (card === undefined || card.state === 'deleted') return false
  await updateCardDeleted(db, id, at)
  return true
}
