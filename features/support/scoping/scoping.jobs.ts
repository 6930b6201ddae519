import type { Category } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { categories } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Job, type JobContext, job } from '@counterfoil/kit/jobs/job.ts'
import type { LanguageModel } from '@counterfoil/providers/language-model/language-model.ts'
import { z } from 'zod'
import { languageModelFor, type ModelProviders } from './language-models.public.ts'
import type { Scope } from './scoping.contract.ts'
import {
  listComments,
  listReferenceKinds,
  listSimilar,
  readTicketText,
  updateScopeResult,
} from './scoping.queries.ts'
import {
  distinctiveTokens,
  likelyCategory,
  missingInformationOf,
  modelTask,
  scopeJob,
  shortenedText,
} from './scoping.rules.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ platformId: z.uuid(), tenantId: z.uuid(), ticketId: z.uuid() })
type Payload = z.infer<typeof payload>

const maxSimilar = 5

/** What the page shows of an error of the product. */
const failureOfOurs = 'Something went wrong in the product. Try again later.'

export const jobs = (providers: ModelProviders): Job<Payload>[] => [
  job({
    ...scopeJob,
    label: msg('Draft a ticket’s scope'),
    payload,
    concurrency: 2,
    run: (work, context) => draftScope(work, context, providers),
  }),
]

/** What the model refused or answered wrongly: it is shown as it is, and another try would ask the same again. */
class ModelFailure extends Error {}

/**
 * Drafts a scope and stores it; stores a failure too, so that the page stops polling. An error of the product is tried again,
 * and its text stays in the log.
 */
async function draftScope(
  work: Payload,
  context: JobContext,
  providers: ModelProviders,
): Promise<void> {
  const { database, log } = context
  const scope = tenantScope(work.platformId)
  try {
    const { tenantId } = work
    const model = await languageModelFor(providers, database, {
      tenantId,
      use: 'ticket_scoping',
      now: context.now(),
    })
    const draft = await createDraft(work, context, model)
    await database.transaction(scope, (db) => updateScopeResult(db, work.ticketId, { draft }))
  } catch (error) {
    // another worker takes it up
    if (context.signal.aborted) throw error
    const isRefusal = error instanceof Problem || error instanceof ModelFailure
    if (!isRefusal && context.isLastTry !== true) throw error
    log.error({ err: error, ticketId: work.ticketId }, 'a scope could not be drafted')
    const failure = isRefusal ? error.message : failureOfOurs
    await database.transaction(scope, (db) => updateScopeResult(db, work.ticketId, { failure }))
    if (!isRefusal) throw error
  }
}

async function createDraft(
  { tenantId, ticketId }: Payload,
  { database, now, signal }: JobContext,
  model: LanguageModel,
): Promise<Scope> {
  // the draft is for platform staff, who may read the tickets of all tenants
  const reader = database.reader(platformScope)
  const ticket = await readTicketText(reader, tenantId, ticketId)
  if (ticket === undefined) throw new Error('There is no such ticket')
  const words = distinctiveTokens(`${ticket.subject} ${ticket.description}`)
  const [similar, comments, kinds] = await Promise.all([
    listSimilar(reader, ticketId, words, maxSimilar),
    listComments(reader, tenantId, ticketId),
    listReferenceKinds(reader, tenantId, ticketId),
  ])
  const found = {
    similarTickets: similar.map((one) => ({
      ticketId: one.id,
      tenantId: one.tenant_id,
      code: one.code,
      subject: one.subject,
      category: one.category,
      closedAt: one.closed_at?.toISOString() ?? null,
    })),
    createdAt: now().toISOString(),
  }
  if (model.isOpen) {
    const texts = [
      ticket.subject,
      ticket.description,
      ...comments.map(({ actor_side, content }) => `${actor_side}: ${content}`),
    ]
    const answer = await askModel(model, texts.join('\n\n'), signal)
    return { ...answer, ...found, source: 'model' }
  }
  return {
    summary: shortenedText(ticket),
    likelyCategory: likelyCategory(similar) ?? (ticket.category as Category),
    missingInformation: missingInformationOf(ticket, kinds),
    ...found,
    source: 'similarity',
  }
}

async function askModel(
  model: LanguageModel,
  material: string,
  signal: AbortSignal,
): Promise<z.infer<typeof modelAnswer>> {
  try {
    return modelAnswer.parse(await model.ask({ task: modelTask, material, signal }))
  } catch (error) {
    throw new ModelFailure(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const modelAnswer = z.object({
  summary: z.string().max(4_000),
  likelyCategory: z.enum(categories).nullable().catch(null),
  missingInformation: z.array(z.string().max(500)).max(10).catch([]),
})
