// A view from its start to its end: one state of an administrator's sign-in, looked at anew with every request.
import { findCallerById } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { findMerchantOfUser, updateEnded, type View } from './view-as.queries.ts'
import { narrowedTo, requireViewable, type ViewEnd } from './view-as.rules.ts'

/** Where a request came from that began or ended a view; background work has neither. */
export interface ViewSource {
  readonly requestId: string
  readonly ip: string | null
}

/** An active user as stored now; undefined for every other. */
export async function findActiveUser(
  database: Database,
  tenantId: string,
  userId: string,
): Promise<UserCaller | undefined> {
  try {
    return await findCallerById(database, tenantId, userId)
  } catch (problem) {
    if (problem instanceof Problem) return undefined
    throw problem
  }
}

/** The user as this administrator sees through their eyes, or why the view is over. */
export async function lookThrough(
  database: Database,
  administrator: UserCaller,
  view: View,
  now: Date,
): Promise<UserCaller | ViewEnd> {
  if (view.signed_out_at !== null) return 'signed_out'
  if (view.ends_at <= now) return 'expired'
  const user = await findActiveUser(database, view.user_tenant_id, view.user_id)
  if (user === undefined) return 'no_longer_allowed'
  try {
    requireViewable(administrator, user)
  } catch (problem) {
    if (problem instanceof Problem) return 'no_longer_allowed'
    throw problem
  }
  const { id, name, tenantId } = administrator
  const viewedBy = { id, name, tenantId, viewId: view.id, endsAt: view.ends_at }
  return { ...narrowedTo(user, administrator), signIn: view.sign_in, viewedBy }
}

/** Records the end once, in the trail of the user's organisation, whoever finds out first. */
export async function endView(
  database: Database,
  view: View,
  end: ViewEnd,
  at: Date,
  source: ViewSource,
): Promise<void> {
  await database.transaction(tenantScope(view.user_tenant_id), async (db) => {
    if (!(await updateEnded(db, view.id, at))) return
    await recordView(db, view, { action: 'view-as.end-view', at, source, end })
  })
}

/** On the transaction of the change, in the user's tenant. */
export async function recordView(
  db: Db,
  view: Pick<View, 'id' | 'administrator_id' | 'administrator_name' | 'user_id' | 'reason'>,
  { action, at, source, end }: { action: string; at: Date; source: ViewSource; end?: ViewEnd },
): Promise<void> {
  const merchantId = await findMerchantOfUser(db, view.user_id)
  await insertAuditEntry(db, {
    ...{ actorId: view.administrator_id, actorName: view.administrator_name },
    ...{ action, at, ...source },
    record: {
      type: 'user',
      id: view.user_id,
      merchantId,
      after: { reason: view.reason, ...(end === undefined ? {} : { end }) },
    },
  })
}
