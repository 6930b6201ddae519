// An operator's part: a draft is begun, changed, sent, and begun anew when it was rejected.
import {
  missingValues,
  renderDocument,
} from '@counterfoil/features/messaging/templates/templates.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { listOptions } from '@counterfoil/kit/database/resource-rows.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { hasWords, isBlank, sanitiseRichText } from '@counterfoil/kit/server/codecs/rich-text.ts'
import { requireLanguage } from '@counterfoil/kit/server/request/languages.ts'
import type { z } from 'zod'
import {
  insertWithAudit,
  readOffer,
  readParties,
  type UserContext,
  updateWithAudit,
} from './change-offer.ts'
import type { OfferKind } from './offer-kinds.schema.ts'
import { notifyOfferSent } from './offer-notifications.ts'
import type { newOffer, OfferTerms } from './offers.contract.ts'
import {
  deleteOffer,
  findOffer,
  insertOffer,
  lockOffer,
  readLastVersion,
  type StoredOffer,
  updateOffer,
} from './offers.queries.ts'
import { findDuplicate, isExpired, mayRevise, requireDraft } from './offers.rules.ts'
import { contentHashOf, offerState } from './offers.views.ts'
import { proposalSubjects } from './proposal-subjects.public.ts'

const msg = messagesOf(import.meta.url)

/** The text of the template that was chosen, as long as it is in force; later changes of it change no offer. */
export async function createOffer(
  kind: OfferKind,
  input: z.infer<typeof newOffer>,
  context: UserContext,
) {
  const { db, caller, now } = context
  const { merchantId, language, templateId } = input
  const parties = await readParties(db, merchantId)
  const tenant = context.database.reader(tenantScope(parties.tenantId))
  await requireLanguage(tenant, parties.tenantId, language, 'language')
  const written = await initialText(
    kind,
    templateId,
    { merchantId, language },
    context,
    parties.tenantId,
  )
  const followed = await findFollowedProposal(kind, input, context)
  const opportunityId = await readOpportunity(kind, input, context)
  const id = newId(now)
  const request = { call: 'create', body: input } as const
  return insertWithAudit(kind, request, context, parties.tenantId, (tx) =>
    insertOffer(tx, {
      ...{ id, kind, language, merchant_id: merchantId, series_id: id, version: 1 },
      ...{ status: 'created', subject: written.name, body: written.body },
      ...initialTerms(followed, parties.currency),
      proposal_id: followed?.id ?? null,
      opportunity_id: opportunityId,
      ...{ merchant_name: parties.merchantName, tenant_name: parties.tenantName },
      ...{ created_by_name: caller.name, created_at: now, updated_at: now },
    }),
  )
}

async function initialText(
  kind: OfferKind,
  templateId: string | null,
  input: { readonly merchantId: string; readonly language: string },
  { db, database, caller, now }: UserContext,
  tenantId: string,
): Promise<{ readonly name: string; readonly body: string }> {
  const names = { proposal: msg('Proposal'), agreement: msg('Agreement') }
  if (templateId === null) return { name: textIn(names[kind], input.language), body: '' }
  // colleagues and texts are the tenant's, of which an operator limited to merchants sees a part
  const tenant = database.reader(tenantScope(tenantId))
  const written = await renderDocument(db, tenant, { kind, templateId, ...input, caller, now })
  if (written !== undefined) return written
  const message = 'This template is not in force'
  throw new Problem('offer.template_off', 422, message, { path: 'templateId' })
}

/** The accepted proposal on which an agreement is based. */
async function findFollowedProposal(
  kind: OfferKind,
  { proposalId = null, merchantId }: z.infer<typeof newOffer>,
  { db }: UserContext,
): Promise<StoredOffer | undefined> {
  if (proposalId === null) return undefined
  const proposal = kind === 'agreement' ? await findOffer(db, 'proposal', proposalId) : undefined
  if (proposal === undefined || proposal.merchant_id !== merchantId) throw notFound('The proposal')
  if (proposal.status === 'accepted') return proposal
  throw new Problem('offer.not_accepted', 409, 'Only an accepted proposal becomes an agreement')
}

/** The opportunity of the same merchant that a proposal is for. */
async function readOpportunity(
  kind: OfferKind,
  { opportunityId = null, merchantId }: z.infer<typeof newOffer>,
  { db }: UserContext,
): Promise<string | null> {
  if (opportunityId === null) return null
  const found = kind === 'proposal' ? await proposalSubjects()?.find(db, opportunityId) : undefined
  if (found?.merchantId === merchantId) return opportunityId
  throw notFound('The opportunity')
}

const initialTerms = (of: StoredOffer | undefined, currency: string) => ({
  currency: of?.currency ?? currency,
  boarding_fee_minor: of?.boarding_fee_minor ?? 0n,
  account_configuration_fee_minor: of?.account_configuration_fee_minor ?? 0n,
  bank_account_setup_fee_minor: of?.bank_account_setup_fee_minor ?? 0n,
  monthly_minimum_fee_minor: of?.monthly_minimum_fee_minor ?? 0n,
  gateway_monthly_access_minor: of?.gateway_monthly_access_minor ?? 0n,
  entries: JSON.stringify(of?.entries ?? []),
})

type Changed = OfferTerms & { readonly revision: number }

export async function changeDraft(
  kind: OfferKind,
  id: string,
  typed: Changed,
  context: UserContext,
) {
  const request = { call: 'update', id, body: typed } as const
  return updateWithAudit(kind, request, context, async (db, offer) => {
    requireDraft(offerState(offer))
    requireRevision(offer, typed.revision)
    requireDistinctNames(typed)
    if (typed.currency !== offer.currency) await requireCurrency(db, typed.currency)
    return updateOffer(db, id, {
      subject: typed.subject,
      body: sanitiseRichText(typed.body),
      currency: typed.currency,
      boarding_fee_minor: BigInt(typed.boardingFee),
      account_configuration_fee_minor: BigInt(typed.accountConfigurationFee),
      bank_account_setup_fee_minor: BigInt(typed.bankAccountSetupFee),
      monthly_minimum_fee_minor: BigInt(typed.monthlyMinimumFee),
      gateway_monthly_access_minor: BigInt(typed.gatewayMonthlyAccess),
      entries: JSON.stringify(typed.entries),
      expires_at: typed.expiresAt === null ? null : new Date(typed.expiresAt),
      revision: offer.revision + 1,
      updated_at: context.now,
    })
  })
}

function requireRevision(offer: StoredOffer, revision: number): void {
  if (offer.revision === revision) return
  throw new Problem('offer.stale', 409, 'Somebody changed it in the meantime. Read it again.')
}

function requireDistinctNames({ subject, entries }: OfferTerms): void {
  const path = hasWords(subject) ? findDuplicate(entries)?.join('.') : 'subject'
  if (path === undefined) return
  const isTwice = path !== 'subject'
  const message = isTwice ? 'This stands there twice' : 'There is nothing to read in it'
  throw new Problem(isTwice ? 'offer.twice' : 'text.blank', 422, message, { path })
}

async function requireCurrency(db: Db, currency: string): Promise<void> {
  const found = await listOptions(db, targets.currency, { keys: [currency], isInUse: true })
  if (found.length > 0) return
  const message = 'This currency is not in use'
  throw new Problem('offer.currency_off', 422, message, { path: 'currency' })
}

export async function removeDraft(kind: OfferKind, id: string, context: UserContext) {
  const request = { call: 'delete', id, body: null } as const
  await updateWithAudit(kind, request, context, async (db, offer) => {
    requireDraft(offerState(offer))
    await deleteOffer(db, id)
    return undefined
  })
  return undefined
}

export async function sendOffer(
  kind: OfferKind,
  id: string,
  revision: number,
  context: UserContext,
) {
  const { caller, now } = context
  const request = { call: 'send', id, body: revision } as const
  return updateWithAudit(kind, request, context, async (db, offer) => {
    requireDraft(offerState(offer))
    requireRevision(offer, revision)
    requireComplete(offer, now)
    const { merchantName, tenantName } = await readParties(db, offer.merchant_id)
    const names = { merchant_name: merchantName, tenant_name: tenantName }
    const sent = await updateOffer(db, id, {
      ...names,
      status: 'pending',
      content_hash: contentHashOf({ ...offer, ...names }),
      sent_by: caller.tenantId === offer.tenant_id ? caller.id : null,
      sent_at: now,
      updated_at: now,
    })
    if (offer.opportunity_id !== null) {
      await proposalSubjects()?.sent(db, context, offer.opportunity_id)
    }
    await notifyOfferSent(db, sent, context)
    return sent
  })
}

function requireComplete(offer: StoredOffer, now: Date): void {
  if (isBlank(offer.body)) {
    const message = 'There is nothing to read in it'
    throw new Problem('text.blank', 422, message, { path: 'body' })
  }
  const [missing] = missingValues(offer.body, offer.language)
  if (missing !== undefined) {
    const message = `The text still says [${missing}]: write what belongs there, or take it out`
    throw new Problem('offer.value_missing', 422, message, {
      path: 'body',
      params: { name: missing },
    })
  }
  if (isExpired(offer.expires_at, now)) {
    const message = 'It would have expired before it is read'
    throw new Problem('offer.expires_before', 422, message, { path: 'expiresAt' })
  }
}

/** Creates the next version with the same content, except for its expiry. */
export async function reviseOffer(kind: OfferKind, id: string, context: UserContext) {
  const { caller, now } = context
  const before = await readOffer(kind, id, context)
  const request = { call: 'revise', id, body: null } as const
  return insertWithAudit(kind, request, context, before.tenant_id, async (db) => {
    // of two parallel requests the second finds the first one's version
    await lockOffer(db, kind, id)
    const last = await readLastVersion(db, before.series_id)
    if (!mayRevise(offerState(before), now) || last !== before.version) {
      throw new Problem(
        'offer.not_revisable',
        409,
        'Only the last version is revised, once it was rejected or has expired',
      )
    }
    return insertOffer(db, {
      ...{ id: newId(now), kind, merchant_id: before.merchant_id, series_id: before.series_id },
      ...{ version: last + 1, status: 'created', subject: before.subject, body: before.body },
      ...{ language: before.language, ...initialTerms(before, before.currency) },
      ...{ merchant_name: before.merchant_name, tenant_name: before.tenant_name },
      ...{ proposal_id: before.proposal_id, opportunity_id: before.opportunity_id },
      created_by_name: caller.name,
      ...{ created_at: now, updated_at: now },
    })
  })
}
