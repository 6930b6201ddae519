import { disabledPermissions } from '@counterfoil/features/access/roles/feature-permissions.rules.ts'
import { spokenIn } from '@counterfoil/kit/contract/languages.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { permissionsOfReports } from '@counterfoil/kit/server/reports/report.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { bindSubject, findDirectoryUser, readCallerRow } from './context.queries.ts'

/** The claims of an access token that identify its user. */
export interface Subject {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** There is an address, which does not count. */
  readonly isEmailUnverified?: boolean | undefined
  /** The claim `iat`, in seconds since 1970. */
  readonly issuedAtS?: number | undefined
}

const cacheMs = 5_000
const cacheSize = 10_000

export interface CallerFinderOptions {
  /**
   * Whether a subject may be the id of a user, as the embedded provider's are. At another provider whoever chooses their own
   * name could choose that of a colleague: there the verified address counts, and once it did the subject.
   */
  readonly subjectsAreIds?: boolean
}

/**
 * Returns the function that finds the user of a verified token. It caches users for 5 s, so that a change of role, limits
 * or activation applies that soon on every process, without a read for each request.
 * Throws a 401 Problem for a subject that is not an active user.
 */
export function callerFinder(
  database: Database,
  clock: () => number = Date.now,
  { subjectsAreIds = true }: CallerFinderOptions = {},
) {
  const cache = new Map<string, CachedCaller & { until: number }>()

  return async (subject: Subject): Promise<UserCaller> => {
    const key = `${subject.issuer} ${subject.subject}`
    const known = cache.get(key)
    if (known && known.until > clock()) return requireNotSignedOut(known, subject)
    cache.delete(key)
    const found = await findCaller(database, { ...subject, isId: subjectsAreIds })
    if (cache.size >= cacheSize) cache.clear()
    cache.set(key, { ...found, until: clock() + cacheMs })
    return requireNotSignedOut(found, subject)
  }
}

interface CachedCaller {
  readonly caller: UserCaller
  readonly signedOutAt: Date | null
}

/** A user who was signed out everywhere is refused at once, although older access tokens have not expired yet. */
function requireNotSignedOut(
  { caller, signedOutAt }: CachedCaller,
  { issuedAtS }: Subject,
): UserCaller {
  const isValid =
    signedOutAt === null ||
    issuedAtS === undefined ||
    issuedAtS >= Math.floor(signedOutAt.getTime() / 1000)
  if (isValid) return caller
  throw new Problem('token.invalid', 401, 'This session has ended. Sign in again.')
}

async function findCaller(
  database: Database,
  subject: Subject & { readonly isId: boolean },
): Promise<CachedCaller> {
  const db = database.shared
  const entry = await findDirectoryUser(db, subject)
  if (!entry) throw unknownSubject(subject)
  if (entry.isByEmail && !(await bindSubject(db, entry.user_id, subject))) {
    // a concurrent first request has bound the user, to this subject or to another
    const bound = await findDirectoryUser(db, subject)
    if (bound?.user_id !== entry.user_id || bound.isByEmail) throw unknownUser()
  }
  const caller = await findCallerById(database, entry.tenant_id, entry.user_id)
  return { caller, signedOutAt: entry.signed_out_at }
}

/** A user as stored now, for background work in the user's name; throws a 401 Problem for an inactive or unknown user. */
export const findCallerById = (
  database: Database,
  tenantId: string,
  userId: string,
): Promise<UserCaller> => findCallerIn(database.reader(tenantScope(tenantId)), userId)

/** The same on a transaction of the user's tenant, which takes no second connection. */
export async function findCallerIn(db: Db, userId: string): Promise<UserCaller> {
  const row = await readCallerRow(db, userId)
  if (!row?.is_active || !row.tenant_is_active) throw unknownUser()
  const limits = row.merchant_limits
  const granted = [...row.permissions, ...row.own_permissions]
  const disabled = new Set([
    ...disabledPermissions(row.features_off),
    ...permissionsOfReports(row.reports_off),
  ])
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
    permissions: new Set(granted.filter((one) => !disabled.has(one))),
    withheld: new Set(granted.filter((one) => disabled.has(one))),
    scaPermissions: new Set([...row.sca_required_permissions, ...row.own_sca_required_permissions]),
    timeZone: row.time_zone ?? row.tenant_time_zone,
    locale: spokenIn(row.languages, row.locale, row.tenant_locale),
  }
}

/** Said to whoever has signed in, of their own token: what is missing is set up at the provider. */
function unknownSubject({ email, isEmailUnverified }: Subject): Problem {
  if (email !== undefined) return unknownUser()
  const [code, text] =
    isEmailUnverified === true
      ? ([
          'user.email_unverified',
          'The identity provider does not say that your e-mail address is verified, so no user is found by it. An administrator can set that up there.',
        ] as const)
      : ([
          'user.email_missing',
          'The identity provider gives no e-mail address, so no user is found by it. An administrator can set that up there.',
        ] as const)
  return new Problem(code, 401, text)
}

function unknownUser(): Problem {
  return new Problem(
    'user.unknown',
    401,
    'This account is not a user here, or is not active any more',
  )
}
