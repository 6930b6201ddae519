// Why another provider failed, for the tenant's administrators: the portal writes it into their audit trail.
import { maskCardNumbers } from '@counterfoil/kit/contract/card-number.ts'
import { v7 } from 'uuid'
import type { Origin } from '../account-events.ts'
import type { IdentityClient } from '../accounts.ts'
import type { Federation } from './federations.ts'
import type { UpstreamFailure } from './upstream.ts'

/** Of a provider that is down everybody's sign-in fails, and an answer that names an error can be made up by anybody. */
const oncePerMs = 60_000
const maxReason = 500

const recorded = new Map<string, number>()

/** At most once a minute for each provider and step; the log has every one. */
export async function recordFailure(
  client: IdentityClient,
  { tenantId, providerId }: Federation,
  { step, message }: UpstreamFailure,
  { ip, requestId }: Pick<Origin, 'ip' | 'requestId'>,
): Promise<void> {
  const key = `${providerId} ${step}`
  const now = Date.now()
  if ((recorded.get(key) ?? 0) > now - oncePerMs) return
  recorded.set(key, now)
  await client.query(
    `insert into app.federation_failure (id, tenant_id, provider_id, step, reason, ip, request_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, now())`,
    [v7(), tenantId, providerId, step, said(message), ip, requestId],
  )
}

/** It may hold what stood in an address that somebody made up. */
const said = (message: string) => maskCardNumbers(message.replaceAll('\0', '')).slice(0, maxReason)
