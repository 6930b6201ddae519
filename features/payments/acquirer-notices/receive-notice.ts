import { createHash } from 'node:crypto'
import { jobEngine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readPlatformTenantId } from '@counterfoil/kit/database/tenants.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import type {
  Acquirer,
  NoticeFault,
  NoticeRequest,
} from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { countRefused } from './acquirer-notices.queries.ts'
import { decideNotice } from './decide-notice.ts'
import { keepNotice } from './keep-notice.ts'

/** Of what an acquirer did not sign, so many a day are kept: anybody may send it. */
const refusedKept = 100

type Receiving = Pick<JobContext, 'database' | 'jobs' | 'log' | 'now'>

/** Keeps what was sent in an acquirer's name, and decides on it if it is the acquirer's. Answers why it is not. */
export async function receiveFrom(
  acquirer: Acquirer,
  providers: Providers,
  request: NoticeRequest,
  context: Receiving,
): Promise<NoticeFault | undefined> {
  const { database, log } = context
  const at = context.now()
  // U+0000 cannot be stored as text
  const body = request.body.replaceAll('\0', '')
  const fault = acquirer.noticeFault(request, at)
  if (fault !== undefined) {
    await keepRefused(context, acquirer, body, fault)
    return fault
  }
  const id = acquirer.readNotice(body)?.id ?? hashOf(body)
  const kept = await keepNotice(database, acquirer, { id, body }, at)
  const engine = jobEngine(providers, context, kept.tenantId, 'acquirer')
  // it is kept, so that it is decided on later if it cannot be now
  await decideNotice(engine, kept.id).catch((error: unknown) =>
    log.error({ err: error, ...kept }, 'a notice was not decided on'),
  )
  return undefined
}

const hashOf = (body: string): string => createHash('sha256').update(body).digest('base64url')

/** Kept for operators of the platform, as no tenant can be known by it. */
async function keepRefused(
  { database, log, now }: Receiving,
  acquirer: Acquirer,
  body: string,
  fault: NoticeFault,
): Promise<void> {
  const { code: provider } = acquirer
  const scope = tenantScope(await readPlatformTenantId(database.shared))
  const since = new Date(now().getTime() - dayMs)
  const count = await countRefused(database.reader(scope), provider, since)
  if (count >= refusedKept) {
    log.warn({ provider, fault }, 'a notice was refused, and is not kept: too many were today')
    return
  }
  const cause = { code: fault, values: { provider } }
  await keepNotice(database, acquirer, { id: hashOf(body), body }, now(), cause)
}
