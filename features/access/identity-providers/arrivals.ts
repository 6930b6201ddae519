// Looks up who somebody is whom an identity provider let in, and does what the decision asks for.
import {
  changeUserRole,
  findDirectoryEntry,
  findKeptUsers,
  findSignInUser,
  insertFederatedUser,
  isLastAdministrator,
} from '@counterfoil/features/access/users/accounts.public.ts'
import { emailAddress } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import {
  type ArrivalRow,
  type FailureRow,
  findLinkedUser,
  hasSubject,
  insertMerchantLimits,
  insertSubject,
  isOwnDomain,
  listGroups,
  operatorType,
  useInvitations,
} from './arrivals.queries.ts'
import {
  type Arrival,
  type ArrivalDecision,
  decideArrival,
  type KnownUser,
} from './arrivals.rules.ts'
import { findProvider, type ProviderRow } from './identity-providers.queries.ts'
import { identityProviders } from './identity-providers.resource.ts'

/** Of an arrival, what a decision is made by. */
export interface Arriving {
  readonly subject: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly groups: readonly string[]
}

/** In the tenant of `db`. */
export async function decide(
  db: Db,
  provider: ProviderRow,
  arriving: Arriving,
): Promise<ArrivalDecision> {
  const newcomersType = await operatorType(db)
  const known = async (userId: string | undefined): Promise<KnownUser | undefined> => {
    const user = userId === undefined ? undefined : await findSignInUser(db, userId)
    if (user === undefined) return undefined
    const { id, is_active, role_id, user_type } = user
    return {
      id,
      isActive: is_active,
      roleId: role_id,
      isOperator: user_type === newcomersType,
      isKept: (await findKeptUsers(db))?.includes(id) === true,
    }
  }
  const email = addressOf(arriving.email)
  const entry = email === null ? undefined : await findDirectoryEntry(db, email)
  const isHere = entry?.tenant_id === tenantOf(db)
  const byEmail = isHere ? await known(entry?.user_id) : undefined
  const arrival: Arrival = {
    ...arriving,
    email,
    isOwnDomain: email !== null && (await isOwnDomain(db, provider.id, domainOf(email))),
    linked: await known(await findLinkedUser(db, provider.id, arriving.subject)),
    byEmail: byEmail && {
      ...byEmail,
      hasOtherSubject: await hasSubject(db, provider.id, byEmail.id),
    },
    isElsewhere: entry !== undefined && byEmail === undefined,
  }
  return decideArrival(arrival, {
    areMade: provider.newcomers === 'made',
    roleId: provider.newcomer_role_id,
    groups: await listGroups(db, provider.id),
  })
}

/** What is no address counts as none: `a@own.example@other.example` is of no domain. */
const addressOf = (text: string | null): string | null => {
  const email = text?.trim().toLowerCase()
  return emailAddress.safeParse(email).success ? (email ?? null) : null
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

/** The account of the person who may sign in, or the refusal; what changes has its entry in the audit trail. */
export async function admit(
  db: Db,
  row: ArrivalRow,
  now: Date,
): Promise<{ account: object | null; refusal: string | null }> {
  const provider = await findProvider(db, row.provider_id)
  if (provider === undefined || provider.effective === null) {
    return { account: null, refusal: 'unknown' }
  }
  const decision = await decide(db, provider, { ...row, isEmailVerified: row.is_email_verified })
  const audit = entryOf(db, row, provider, now)
  if (decision.kind === 'refused') {
    const after = { refusal: decision.refusal, email: row.email }
    await audit('person-refused', { type: identityProviders.id, id: provider.id }, undefined, after)
    return { account: null, refusal: decision.refusal }
  }
  const userId =
    decision.kind === 'existing'
      ? decision.userId
      : await makeUser(db, row, provider, decision.roleId, now)
  await insertSubject(db, { providerId: provider.id, subject: row.subject, userId, at: now })
  await useInvitations(db, userId, now)
  const user = await findSignInUser(db, userId)
  if (user === undefined) return { account: null, refusal: 'unknown' }
  const record = { type: 'user', id: userId, merchantId: user.merchant_id }
  if (decision.kind === 'made') {
    await audit('person-made', record, undefined, { email: user.email, roleId: decision.roleId })
  } else if (decision.newRoleId !== undefined && (await isLastAdministrator(db, user))) {
    // no one could manage the organisation any more, nor this mapping
    const kept = { roleId: user.role_id, roleByGroup: decision.newRoleId }
    await audit('person-role-kept', record, undefined, kept)
  } else if (decision.newRoleId !== undefined) {
    await changeUserRole(db, userId, decision.newRoleId)
    await audit('person-role', record, { roleId: user.role_id }, { roleId: decision.newRoleId })
  }
  return {
    account: {
      userId,
      email: user.email,
      userType: user.user_type,
      givenName: user.first_name,
      familyName: user.last_name,
    },
    refusal: null,
  }
}

async function makeUser(
  db: Db,
  row: ArrivalRow,
  provider: ProviderRow,
  roleId: string,
  now: Date,
): Promise<string> {
  const id = newId(now)
  const email = addressOf(row.email) ?? ''
  await insertFederatedUser(db, {
    id,
    userType: await operatorType(db),
    merchantId: null,
    roleId,
    email,
    firstName: row.given_name === '' ? (email.split('@')[0] ?? email) : row.given_name,
    lastName: row.family_name,
    at: now,
  })
  await insertMerchantLimits(db, id, provider.newcomer_merchants)
  return id
}

/** For the administrators of the provider; a provider that was deleted has no trail. */
export async function writeFailure(db: Db, failure: FailureRow): Promise<void> {
  const provider = await findProvider(db, failure.provider_id)
  if (provider === undefined) return
  const { step, reason, created_at: at } = failure
  const after = { failedStep: step, technicalReason: reason }
  await entryOf(db, failure, provider, at)(
    'sign-in-failed',
    { type: identityProviders.id, id: provider.id },
    undefined,
    after,
  )
}

type What = 'person-refused' | 'person-made' | 'person-role' | 'person-role-kept' | 'sign-in-failed'

/** The provider acts: nobody of the organisation pressed anything. */
const entryOf =
  (db: Db, row: Pick<ArrivalRow, 'request_id' | 'ip'>, provider: ProviderRow, at: Date) =>
  (
    what: What,
    record: { type: string; id: string; merchantId?: string | null },
    before: unknown,
    after: unknown,
  ) =>
    insertAuditEntry(db, {
      actorId: null,
      actorName: provider.name,
      action: `identity-providers.${what}`,
      requestId: row.request_id,
      ip: row.ip,
      at,
      record: { ...record, before, after },
    })
