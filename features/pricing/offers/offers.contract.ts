// Proposals and agreements: the same calls, with the names of each kind.
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  currencyCode,
  id,
  idParams,
  listOf,
  maxAmountMinor,
  pageQuery,
  pickedDay,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { maxRichTextLength } from '@counterfoil/kit/contract/resource-fields.ts'
import { z } from 'zod'
import { createPermission, type OfferKind, offerKindNames } from './offer-kinds.schema.ts'

/** The five boarding fees, in the order of the document. */
export const boardingFees = [
  'boardingFee',
  'accountConfigurationFee',
  'bankAccountSetupFee',
  'monthlyMinimumFee',
  'gatewayMonthlyAccess',
] as const
export type BoardingFee = (typeof boardingFees)[number]

/** 100 % in basis points. */
const wholeBasisPoints = 10_000
export const maxProducts = 50
export const maxFeesPerProduct = 20

const name = (max: number) => oneLine(z.string().trim()).min(1).max(max)
const fee = z.int().min(0).max(maxAmountMinor)
const boardingFeesOf = <T extends z.ZodType>(one: T) => ({
  boardingFee: one,
  accountConfigurationFee: one,
  bankAccountSetupFee: one,
  monthlyMinimumFee: one,
  gatewayMonthlyAccess: one,
})

/** One fee of a product: basis points, or minor units of the offer's currency. */
export const typedItem = z
  .strictObject({
    feeTypeName: name(60),
    unit: z.enum(['percentage', 'amount']),
    value: z.int().min(0).max(maxAmountMinor),
  })
  .refine(({ unit, value }) => unit === 'amount' || value <= wholeBasisPoints, {
    path: ['value'],
    message: 'A percentage is at most 100',
  })
  .meta({ examples: [{ feeTypeName: 'Sale', unit: 'percentage', value: 150 }] })

export const typedEntry = z.strictObject({
  productName: name(120),
  items: z.array(typedItem).max(maxFeesPerProduct),
})
export type TypedEntry = z.infer<typeof typedEntry>

/** The content of a draft. */
export const offerTerms = z.strictObject({
  subject: name(120),
  /** HTML of the allowed elements; others are removed. */
  body: z.string().max(maxRichTextLength),
  currency: currencyCode,
  ...boardingFeesOf(fee),
  entries: z.array(typedEntry).max(maxProducts),
  expiresAt: timestamp.nullable(),
})
export type OfferTerms = z.infer<typeof offerTerms>

/** How an operator learnt that the merchant accepts. */
export const evidenceChannels = ['signed_document', 'email', 'telephone', 'meeting'] as const
export const evidence = z.strictObject({
  channel: z.enum(evidenceChannels),
  /** The day on which the merchant accepted. */
  acceptedOn: pickedDay,
  /** An uploaded file: the signed paper, the e-mail, the recording, the minutes. */
  fileId: id,
})
export const signedBy = name(120)

const offerRow = z.object({
  id,
  version: z.int(),
  status: z.string(),
  subject: z.string(),
  language: z.enum(['en', 'tr']),
  created: timestamp,
  sentAt: timestamp.nullable(),
  /** When the offer expires; null: never. */
  expiresAt: timestamp.nullable(),
  answeredAt: timestamp.nullable(),
  /** When who sent the offer took it back, unanswered; its status is `Rejected` since. */
  withdrawnAt: timestamp.nullable(),
  merchantId: id,
  merchantName: z.string(),
})
export type OfferRow = z.infer<typeof offerRow>

const offerEntry = z.object({
  /** Null: products do not come from a catalogue. */
  productId: id.nullable(),
  productName: z.string(),
  items: z.array(
    z.object({
      id,
      feeTypeId: id,
      feeTypeName: z.string(),
      /** `%`, or the currency. */
      feeSymbol: z.string(),
      /** Basis points, or minor units. */
      value: z.int(),
    }),
  ),
})
export type OfferEntry = z.infer<typeof offerEntry>

const whole = offerRow.extend({
  rejectReason: z.string().nullable(),
  tenantName: z.string(),
  pricebookId: id.nullable(),
  currency: z.string(),
  ...boardingFeesOf(z.int()),
  /** Counts the changes of a draft. */
  revision: z.int(),
  /** The hash of the sent text; an answer with it applies to exactly this text. */
  contentHash: z.string().nullable(),
  createdBy: z.string(),
  answeredBy: z.string().nullable(),
  /** The side for which the answer was given. */
  answeredFor: z.enum(['merchant', 'tenant', 'platform']).nullable(),
  /** Who accepted, as they sign; null where nobody was named. */
  signedBy: z.string().nullable(),
  /**
   * `portal`: with name and consent; `api`: by a call of the merchant without them, `signedBy` is the user who made it;
   * `recorded`: by an operator, with evidence. Null: not accepted, or before this was kept.
   */
  acceptedThrough: z.enum(['portal', 'api', 'recorded']).nullable(),
  consentedAt: timestamp.nullable(),
  /** Of an acceptance that an operator recorded. */
  evidence: evidence.nullable(),
  tenantId: id,
  /** The accepted proposal on which an agreement is based. */
  proposalId: id.nullable(),
  /** The opportunity that a proposal is for. */
  opportunityId: id.nullable(),
  /** Of a draft: the merchant's people to whom it goes when it is sent, by name. Null: it is no draft, or by another call. */
  recipients: z.array(z.string()).nullable(),
  /** The last version after this one, as far as the reader may see it. Null: there is none, or by another call. */
  newerVersion: z.object({ id, version: z.int() }).nullable(),
})

const proposal = whole.extend({
  proposalBody: z.string(),
  proposalEntries: z.array(offerEntry),
})
export type Proposal = z.infer<typeof proposal>

const agreement = whole.extend({
  agreementBody: z.string(),
  agreementEntries: z.array(offerEntry),
})
export type Agreement = z.infer<typeof agreement>

const reasonMissing = 'Reject reason is required'
export const maxReasonLength = 2000
const rejectReason = z.string().trim().min(1, reasonMissing).max(maxReasonLength)
const contentHash = z.string().max(64).optional()

/** Of an acceptance. Operators have to give name and evidence. The portal asks merchants for name and consent, which the
 * documented call has not: they are optional, and without them the caller is who accepted. */
const acceptance = {
  signedBy: signedBy.optional(),
  consent: z.literal(true).optional(),
  evidence: evidence.optional(),
}

const answer = z
  .strictObject({
    response: z.enum(['Accepted', 'Rejected']),
    rejectReason: z.string().trim().max(maxReasonLength).optional(),
    contentHash,
    ...acceptance,
  })
  .refine(({ response, rejectReason: reason }) => response === 'Accepted' || reason, {
    path: ['rejectReason'],
    message: reasonMissing,
  })
  .meta({ examples: [{ response: 'Rejected', rejectReason: 'Too dear' }] })

const template = z.object({ id, name: z.string(), language: z.enum(['en', 'tr']) })

export const newOffer = z.strictObject({
  merchantId: id,
  language: z.enum(['en', 'tr']),
  /** Null: an empty draft. */
  templateId: id.nullable(),
  /** The accepted proposal whose fees an agreement copies. */
  proposalId: id.nullable().optional(),
  /** The opportunity that a proposal is for: sending it moves that on. */
  opportunityId: id.nullable().optional(),
})

const revision = z.strictObject({ revision: z.int() })

/** Why an offer is withdrawn; the merchant reads it. */
const withdrawal = z
  .strictObject({ reason: z.string().trim().min(1).max(maxReasonLength) })
  .meta({ examples: [{ reason: 'The fee for refunds was wrong' }] })

function callsOf<A>(kind: OfferKind, whole: z.ZodType<A>) {
  const { id: of, one, answering } = offerKindNames[kind]
  const path = `/api/${of}`
  const refreshes = [`${of}.*`]
  const viewers = [answering, 'CRM.Dashboard.View', 'CRM.Organization.View']
  const answerers = [answering, createPermission]
  const params = idParams
  const makerCall = { permission: createPermission, answer: whole, refreshes }
  const answering_ = {
    method: 'PUT',
    permission: answerers,
    params,
    answer: whole,
    refreshes,
  } as const
  return {
    list: endpoint({
      id: `${of}.list`,
      method: 'GET',
      path,
      permission: [answering, 'CRM.Organization.View'],
      summary: `The ${of} of merchants, every version, newest first; merchants see what was sent to them`,
      query: pageQuery.extend({ merchantId: id.optional() }),
      answer: listOf(offerRow),
    }),
    templates: endpoint({
      id: `${of}.templates`,
      method: 'GET',
      path: `${path}/templates`,
      permission: createPermission,
      summary: `The templates that a new ${one} can begin with`,
      query: z.object({ merchantId: id.optional() }),
      answer: z.array(template),
    }),
    read: endpoint({
      id: `${of}.read`,
      method: 'GET',
      path: `${path}/:id`,
      permission: viewers,
      summary: `One version of a ${one}, as it is shown`,
      params,
      answer: whole,
    }),
    create: endpoint({
      id: `${of}.create`,
      method: 'POST',
      path,
      ...makerCall,
      summary: `Begins a ${one} for a merchant with the text of a template in force`,
      body: newOffer,
      status: 201,
    }),
    update: endpoint({
      id: `${of}.update`,
      method: 'PUT',
      path: `${path}/:id`,
      ...makerCall,
      summary: 'Changes a draft; refused when it was changed elsewhere since `revision`',
      params,
      body: offerTerms.extend({ revision: z.int() }),
    }),
    remove: endpoint({
      id: `${of}.delete`,
      method: 'DELETE',
      path: `${path}/:id`,
      permission: createPermission,
      summary: 'Takes a draft away; what was sent stays',
      params,
      refreshes,
    }),
    send: endpoint({
      id: `${of}.send`,
      method: 'POST',
      path: `${path}/:id/send`,
      ...makerCall,
      summary: 'Sends a draft to the merchant; from then on it does not change',
      refreshes: [...refreshes, 'opportunities.*', 'tasks.*', 'leads.*'],
      params,
      body: revision,
    }),
    revise: endpoint({
      id: `${of}.revise`,
      method: 'POST',
      path: `${path}/:id/revise`,
      ...makerCall,
      summary: 'Begins the next version of what was rejected or has expired',
      params,
      status: 201,
    }),
    withdraw: endpoint({
      id: `${of}.withdraw`,
      method: 'POST',
      path: `${path}/:id/withdraw`,
      ...makerCall,
      summary: 'Takes back what was sent and is not answered; the merchant is notified',
      params,
      body: withdrawal,
    }),
    respond: endpoint({
      id: `${of}.respond`,
      path: `${path}/:id/respond`,
      ...answering_,
      summary: `Accepts or rejects a ${one} that waits for an answer`,
      body: answer,
    }),
    accept: endpoint({
      id: `${of}.accept`,
      path: `${path}/:id/accept`,
      ...answering_,
      summary: `Accepts a ${one} that waits for an answer`,
      body: z.strictObject({
        response: z.literal('Accepted').optional(),
        contentHash,
        ...acceptance,
      }),
    }),
    reject: endpoint({
      id: `${of}.reject`,
      path: `${path}/:id/reject`,
      ...answering_,
      summary: `Rejects a ${one} that waits for an answer`,
      body: z.strictObject({
        response: z.literal('Rejected').optional(),
        rejectReason,
        contentHash,
      }),
    }),
  }
}

export const offerCalls = {
  proposal: callsOf('proposal', proposal),
  agreement: callsOf('agreement', agreement),
}
