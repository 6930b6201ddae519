import { hash } from 'node:crypto'
import { v5 } from 'uuid'
import { type OfferKind, offerKindNames } from './offer-kinds.schema.ts'
import type { Agreement, OfferEntry, OfferRow, Proposal, TypedEntry } from './offers.contract.ts'
import type { listOffers, StoredOffer } from './offers.queries.ts'
import { type OfferState, type OfferStatus, offerStatusLabel } from './offers.rules.ts'

type Listed = Awaited<ReturnType<typeof listOffers>>[number]

export const offerRowView = (offer: Listed): OfferRow => ({
  id: offer.id,
  version: offer.version,
  status: offerStatusLabel(offer.kind as OfferKind, offer.status as OfferStatus),
  subject: offer.subject,
  language: offer.language as 'en' | 'tr',
  created: offer.created_at.toISOString(),
  sentAt: iso(offer.sent_at),
  expiresAt: iso(offer.expires_at),
  answeredAt: iso(offer.answered_at),
  withdrawnAt: iso(offer.withdrawn_at),
  merchantId: offer.merchant_id,
  merchantName: offer.merchant_name,
})

const iso = (at: Date | null) => at?.toISOString() ?? null

/** What is looked up when one version is read. */
type ReadWith = Pick<Proposal, 'recipients' | 'newerVersion'>
const nothingRead: ReadWith = { recipients: null, newerVersion: null }

/** One version, under the field names of its kind. */
export function offerView(
  offer: StoredOffer,
  { recipients, newerVersion } = nothingRead,
): Proposal & Agreement {
  const common = {
    ...offerRowView(offer),
    ...boardingFeesOf(offer),
    rejectReason: offer.reject_reason,
    tenantName: offer.tenant_name,
    pricebookId: null,
    currency: offer.currency,
    revision: offer.revision,
    contentHash: offer.content_hash,
    createdBy: offer.created_by_name,
    answeredBy: offer.answered_by_name,
    answeredFor: offer.answered_for as Proposal['answeredFor'],
    signedBy: offer.signed_by,
    acceptedThrough: offer.accepted_through as Proposal['acceptedThrough'],
    consentedAt: iso(offer.consented_at),
    evidence: evidenceOf(offer),
    tenantId: offer.tenant_id,
    proposalId: offer.proposal_id,
    opportunityId: offer.opportunity_id,
    recipients,
    newerVersion,
  }
  const entries = shownEntries(offer)
  // the schema of a call removes the fields of the other kind
  return {
    ...common,
    ...{ proposalBody: offer.body, proposalEntries: entries },
    ...{ agreementBody: offer.body, agreementEntries: entries },
  }
}

function evidenceOf(offer: StoredOffer): Proposal['evidence'] {
  const { evidence_channel: channel, evidence_on: acceptedOn, evidence_file_id: fileId } = offer
  if (channel === null || acceptedOn === null || fileId === null) return null
  return { channel: channel as NonNullable<Proposal['evidence']>['channel'], acceptedOn, fileId }
}

const boardingFeesOf = (offer: StoredOffer) => ({
  boardingFee: Number(offer.boarding_fee_minor),
  accountConfigurationFee: Number(offer.account_configuration_fee_minor),
  bankAccountSetupFee: Number(offer.bank_account_setup_fee_minor),
  monthlyMinimumFee: Number(offer.monthly_minimum_fee_minor),
  gatewayMonthlyAccess: Number(offer.gateway_monthly_access_minor),
})

const entriesOf = (offer: Pick<StoredOffer, 'entries'>) => offer.entries as TypedEntry[]

// A fixed namespace: the id of a type of fee follows from its name, because there is no list of types.
const feeTypeNamespace = '3b0f64a1-94c0-4f0e-8f57-6c1f7f2a9d10'

function shownEntries(offer: StoredOffer): OfferEntry[] {
  return entriesOf(offer).map(({ productName, items }, place) => ({
    productId: null,
    productName,
    items: items.map(({ feeTypeName, unit, value }) => {
      const feeSymbol = unit === 'percentage' ? '%' : offer.currency
      const feeTypeId = v5(`${feeSymbol} ${feeTypeName.toLowerCase()}`, feeTypeNamespace)
      return {
        id: v5(`${offer.id} ${place} ${feeTypeId}`, feeTypeNamespace),
        ...{ feeTypeId, feeTypeName, feeSymbol, value },
      }
    }),
  }))
}

/** What decides about what may be done with an offer. */
export const offerState = ({ status, expires_at, content_hash }: StoredOffer): OfferState => ({
  status: status as OfferStatus,
  expiresAt: expires_at,
  contentHash: content_hash,
})

/** The hash of everything that an offer shows, in a fixed order. */
export function contentHashOf(offer: StoredOffer): string {
  const content = [
    ...[offer.kind, offer.version, offer.subject, offer.language, offer.body],
    ...[offer.merchant_id, offer.merchant_name, offer.tenant_name, offer.currency],
    ...Object.values(boardingFeesOf(offer)),
    entriesOf(offer).map((entry) => [
      entry.productName,
      entry.items.map((item) => [item.feeTypeName, item.unit, item.value]),
    ]),
    iso(offer.expires_at),
  ]
  return hash('sha256', JSON.stringify(content))
}

/** The values of an offer in its audit entries. */
export const auditValues = (offer: StoredOffer) => ({
  version: offer.version,
  status: offerStatusLabel(offer.kind as OfferKind, offer.status as OfferStatus),
  subject: offer.subject,
  body: offer.body,
  currency: offer.currency,
  ...boardingFeesOf(offer),
  entries: entriesOf(offer),
  expiresAt: iso(offer.expires_at),
  contentHash: offer.content_hash,
  rejectReason: offer.reject_reason,
  withdrawnAt: iso(offer.withdrawn_at),
  signedBy: offer.signed_by,
  acceptedThrough: offer.accepted_through,
  evidence: evidenceOf(offer),
})

/** The pages of an offer: on the customer's page, and in the merchant's portal. */
export function offerPaths({ kind, id, merchant_id }: StoredOffer) {
  const { one } = offerKindNames[kind as OfferKind]
  return {
    operator: `/crm/organizations/${merchant_id}?${one}=${id}`,
    merchant: `/boarding/offers?${one}=${id}`,
  }
}
