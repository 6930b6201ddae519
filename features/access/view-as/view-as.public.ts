import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { viewAsPermission } from './view-as.contract.ts'
import { findView, updateSignedOut } from './view-as.queries.ts'
import { endView, lookThrough } from './view-as.ts'

interface Request {
  readonly id: string
  readonly ip: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Which sign-in a token is of: the session's own name where the provider gives it, else when the user signed in. */
export function signInOf(claims: Readonly<Record<string, unknown>>): string {
  const { sid, auth_time: at } = claims
  return typeof sid === 'string' ? sid.slice(0, 200) : typeof at === 'number' ? String(at) : ''
}

/**
 * Makes the function that answers for whom a request is carried out: for its caller, or for the user whom they look
 * through, as long as that is on. A page says by the `View-As` header which view it shows; one that is over is refused and
 * not answered as the administrator's own.
 */
export function viewFinder(database: Database) {
  return async (
    caller: UserCaller,
    signIn: string,
    request: Request,
    now: Date,
  ): Promise<UserCaller> => {
    const shown = request.headers['view-as']
    const mayView = caller.permissions.has(viewAsPermission)
    if (!mayView && shown === undefined) return caller
    const view = await findView(database.shared, caller.id, signIn)
    const seen = view && (await lookThrough(database, caller, view, now))
    if (view !== undefined && typeof seen === 'string') {
      await endView(database, view, seen, now, { requestId: request.id, ip: request.ip })
    }
    if (typeof seen === 'object' && (shown === undefined || shown === view?.id)) return seen
    if (shown !== undefined) throw over()
    return { ...caller, signIn }
  }
}

const over = () =>
  new Problem('view_as.ended', 409, 'You no longer look through the eyes of this user')

/** In the transaction of a sign-out: what was on in any of the administrator's sign-ins is over. */
export const endViewsOf = (db: Db, administratorId: string, at: Date): Promise<void> =>
  updateSignedOut(db, administratorId, at)
