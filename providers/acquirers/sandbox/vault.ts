import { hash } from 'node:crypto'
import { hasCardNumber } from '@counterfoil/kit/contract/card-number.ts'
import type { ForeignConnection } from '@counterfoil/kit/database/foreign.ts'
import type { AuthoriseRequest, SchemeReference } from '../acquirer.ts'
import { withoutApproval } from './authentication.ts'
import { type ApprovalExtras, findRecord, type SandboxRecord } from './records.ts'
import { declined, type Scenario, scenarioNamed, scenarioOf } from './scenarios.ts'

// The vaults of the sandbox acquirers, and what a card scheme would call their authorisations. SQL on schema `sandbox`.

interface VaultRow {
  readonly reference: string
  readonly request: string
  readonly scenario: string
  readonly brand: string
}

/** What becomes of an authorisation: of a card that is entered, of one in the vault, or of an account. */
export interface Asked {
  readonly scenario: Scenario
  /** Null for accounts. */
  readonly brand: string | null
}

/** The scenario of a request. A card that is not in the vault, and a charge that names no agreement, are declined. */
export async function readAsked(
  on: ForeignConnection,
  provider: string,
  { method, amountMinor, storedCredential }: AuthoriseRequest,
): Promise<Asked> {
  if (method.type === 'card') {
    return { scenario: scenarioOf(method, amountMinor), brand: brandOf(method.number) }
  }
  if (method.type !== 'stored_card') {
    return { scenario: scenarioOf(method, amountMinor), brand: null }
  }
  const card = await findCard(on, provider, method.reference)
  if (card === undefined) return { scenario: declined('stored_card_unknown'), brand: null }
  const { brand } = card
  const scenario = scenarioNamed(card.scenario)
  const isCharge =
    storedCredential?.use === 'subsequent' && storedCredential.initiator === 'merchant'
  if (!isCharge) return { scenario, brand }
  const agreement = await findRecord(on, provider, card.request)
  const agreed = agreement?.extras?.scheme?.transactionId
  if (agreed !== storedCredential.first.transactionId) {
    return { scenario: declined('no_agreement'), brand }
  }
  return { scenario: chargeScenario(scenario), brand }
}

/** No payer is there who could confirm, and what a scenario says of charges counts. */
function chargeScenario(scenario: Scenario): Scenario {
  const { charge } = scenario
  if (scenario.name === 'challenge') return scenarioNamed('approved')
  return charge === undefined ? scenario : { ...scenario, authorise: charge }
}

/** A card of the vault, once the request with which it came is approved. */
async function findCard(
  on: ForeignConnection,
  provider: string,
  reference: string,
): Promise<VaultRow | undefined> {
  const [row] = await on.query<VaultRow>(
    `select v.reference, v.request, v.scenario, v.brand from vault_card v
     join acquirer_record r on r.provider = v.provider and r.reference = v.request
     where v.provider = $1 and v.reference = $2 and v.deleted_at is null and r.answer ->> 'result' = 'approved'`,
    [provider, reference],
  )
  return row
}

/** What an approval has besides; a card that is to be kept is put into the vault. */
export async function extrasFor(
  on: ForeignConnection,
  provider: string,
  request: AuthoriseRequest,
  { scenario, brand }: Asked,
  kind: 'authorise' | 'verify',
  at: Date,
): Promise<ApprovalExtras | null> {
  if (brand === null) return null
  const scheme = schemeReferenceOf(brand, request.reference, at)
  const { method } = request
  const isKept = request.storedCredential?.use === 'first' && method.type === 'card'
  if (!isKept) return { scheme }
  // the same for the same request
  const key = Buffer.from(hash('sha256', `vault ${provider} ${request.reference}`), 'hex')
  const storedCard = `${provider === 'sandbox_beta' ? 'VB' : 'VA'}-${key.toString('base64url').slice(0, 24)}`
  await on.query(
    `insert into vault_card (provider, reference, request, scenario, brand, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [provider, storedCard, request.reference, scenario.name, brand, at],
  )
  if (kind === 'authorise') return { scheme, storedCard }
  const code = method.securityCode === undefined ? 'not_checked' : 'match'
  return { scheme, storedCard, securityCode: scenario.isCodeWrong ? 'no_match' : code }
}

/** Deleted once or again. */
export async function deleteCard(
  on: ForeignConnection,
  provider: string,
  reference: string,
  at: Date,
): Promise<void> {
  await on.query(
    `update vault_card set deleted_at = $3 where provider = $1 and reference = $2 and deleted_at is null`,
    [provider, reference, at],
  )
}

const brands: Readonly<Record<string, string>> = { 3: 'amex', 4: 'visa', 5: 'mastercard' }
/** By its first digit; Troy and the rest are `other`. */
const brandOf = (number: string): string => brands[number[0] ?? ''] ?? 'other'

/** In the shape of each scheme, and the same for the same request. */
export function schemeReferenceOf(brand: string, reference: string, at: Date): SchemeReference {
  const digest = hash('sha256', `scheme ${reference}`)
  if (brand !== 'mastercard') {
    const digits = BigInt(`0x${digest.slice(0, 24)}`)
      .toString()
      .padStart(15, '0')
    // who is sent one that is a card's number refuses the whole message
    const ids = [0, 1, 2, 3, 4].map((begin) => `${digits.slice(begin)}${digits}`.slice(0, 15))
    return { transactionId: ids.find((id) => !hasCardNumber(id)) ?? '0'.repeat(15) }
  }
  const day = at.toISOString().slice(5, 10).replace('-', '')
  return {
    transactionId: `MCC${digest.slice(0, 6).toUpperCase()}${day}`,
    linkId: Buffer.from(digest, 'hex').toString('base64url').slice(0, 22),
  }
}

/** The record with an answer that is an approval, and what that has besides. */
export const withExtras = (
  answer: SandboxRecord['answer'],
  extras: ApprovalExtras | null,
): SandboxRecord['answer'] =>
  answer.result === 'approved' ? { ...answer, ...extras } : withoutApproval(answer, extras)
