import { permissionsOff } from '@counterfoil/features/access/roles/features.rules.ts'
import { spokenIn } from '@counterfoil/kit/contract/languages.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { bindSubject, findDirectoryUser, readCallerRow } from './context.queries.ts'

/** What a sign-in token says of its holder. */
export interface Subject {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** In seconds since 1970, as the token says it. */
  readonly issuedAtS?: number | undefined
}

const cacheMs = 5_000
const cacheSize = 10_000

/**
 * Makes the function that finds who a verified token belongs to. What it finds is kept for 5 s, so that a change of
 * role, limits or activity is in force that soon on every process, without a read for each request.
 * Throws a 401 Problem for a subject that is not a user here, or is one no longer.
 */
export function callerFinder(database: Database, clock: () => number = Date.now) {
  const kept = new Map<string, Found & { until: number }>()

  return async (subject: Subject): Promise<UserCaller> => {
    const key = `${subject.issuer} ${subject.subject}`
    const known = kept.get(key)
    if (known && known.until > clock()) return standing(known, subject)
    kept.delete(key)
    const found = await findCaller(database, subject)
    if (kept.size >= cacheSize) kept.clear()
    kept.set(key, { ...found, until: clock() + cacheMs })
    return standing(found, subject)
  }
}

interface Found {
  readonly caller: UserCaller
  readonly signedOutAt: Date | null
}

/** Whoever was signed out everywhere is so at once, though the tokens from before have not expired yet. */
function standing({ caller, signedOutAt }: Found, { issuedAtS }: Subject): UserCaller {
  const isStanding =
    signedOutAt === null ||
    issuedAtS === undefined ||
    issuedAtS >= Math.floor(signedOutAt.getTime() / 1000)
  if (isStanding) return caller
  throw new Problem('token.invalid', 401, 'This session has ended. Sign in again.')
}

async function findCaller(database: Database, subject: Subject): Promise<Found> {
  const db = database.shared
  const entry = await findDirectoryUser(db, subject)
  if (!entry) throw unknownUser()
  if (entry.isByEmail && !(await bindSubject(db, entry.user_id, subject))) {
    // of two first requests at once the other one bound it, to this subject or not
    const bound = await findDirectoryUser(db, subject)
    if (bound?.user_id !== entry.user_id || bound.isByEmail) throw unknownUser()
  }
  const caller = await findCallerById(database, entry.tenant_id, entry.user_id)
  return { caller, signedOutAt: entry.signed_out_at }
}

/** A user as it is now, for work done in its name without it; throws a 401 Problem for one who is none any more. */
export async function findCallerById(
  database: Database,
  tenantId: string,
  userId: string,
): Promise<UserCaller> {
  const row = await readCallerRow(database.reader(tenantScope(tenantId)), userId)
  if (!row?.is_active || !row.tenant_is_active) throw unknownUser()
  const limits = row.merchant_limits
  const given = [...row.permissions, ...row.own_permissions]
  const off = permissionsOff(row.features_off)
  return {
    kind: 'user',
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    userType: row.user_type as UserCaller['userType'],
    tenantId: row.tenant_id,
    merchantId: row.merchant_id,
    merchantIds: row.merchant_id ? [row.merchant_id] : limits.length > 0 ? limits : null,
    methods: row.method_limits.length > 0 ? row.method_limits : null,
    providers: row.provider_limits.length > 0 ? row.provider_limits : null,
    roleId: row.role_id,
    permissions: new Set(given.filter((one) => !off.has(one))),
    withheld: new Set(given.filter((one) => off.has(one))),
    scaPermissions: new Set([...row.sca_required_permissions, ...row.own_sca_required_permissions]),
    timeZone: row.time_zone ?? row.tenant_time_zone,
    locale: spokenIn(row.languages, row.locale, row.tenant_locale),
  }
}

function unknownUser(): Problem {
  return new Problem(
    'user.unknown',
    401,
    'This account is not a user here, or is not active any more',
  )
}
