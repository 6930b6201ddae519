// Confirms actions: by one-time codes of the embedded provider's authenticator apps, or by the strength and time of the
// sign-in that an outside provider's token states (RFC 9470).
import { id } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { AccessToken } from '@counterfoil/kit/server/authentication/access-token.ts'
import type { Confirm, ScaNeed } from '@counterfoil/kit/server/authentication/sca.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import {
  type ConfirmedAction,
  closeOtherChallenges,
  confirmChallenge,
  hasOtherOpenChallenge,
  insertChallenge,
  isConfirmedSince,
  isOpenChallenge,
} from './sca.queries.ts'
import { challengeMinutes, isFreshSignIn, readMinutes } from './sca.rules.ts'

/** Whose code it is. */
type Person = Pick<UserCaller, 'id' | 'tenantId'>

export type CodeOutcome = 'confirmed' | 'wrong' | 'locked' | 'not_enrolled'

/** Verifies a user's one-time code; each code is accepted once. */
export type VerifyCode = (attempt: {
  userId: string
  code: string
  ip: string
  userAgent: string | undefined
  requestId: string
}) => Promise<CodeOutcome>

const refusals = {
  wrong: ['sca.code_wrong', 'This code is wrong, too old or was used already'],
  locked: ['sca.locked', 'Too many wrong codes. Try again in 15 minutes.'],
  not_enrolled: ['sca.not_enrolled', 'Set up an authenticator app for your account first'],
} as const

/** Confirms by one-time codes, verified by the embedded identity provider. */
export function confirmByCode(database: Database, verifyCode: VerifyCode): Confirm {
  const db = database.shared
  return async (request, caller, need, now) => {
    // also when a code comes with the request: each read of a page was challenged, and one code confirms them all
    if (await isReadConfirmed(database, caller, need, now)) return
    const code = headerText(request.headers.scacode)
    const challengeId = headerText(request.headers.scachallenge)
    if (code === undefined) {
      throw await challengeProblem('sca.required', 'This needs a one-time code', caller, need, now)
    }
    const action = { userId: caller.id, action: need.action, recordId: need.recordId, now }
    if (!(await matchesOpenChallenge(action, challengeId))) {
      const text = 'This code was asked for something else'
      throw await challengeProblem('sca.wrong_action', text, caller, need, now)
    }
    const userAgent = headerText(request.headers['user-agent'])
    const from = { ip: request.ip, userAgent, requestId: request.id }
    const outcome = await verifyCode({ userId: caller.id, code, ...from })
    if (outcome !== 'confirmed') throw await refusal(outcome, caller, need, now)
    if (challengeId === undefined) {
      await createChallenge(caller, need, now, now)
    } else if (!(await confirmChallenge(db, challengeId, now))) {
      throw await refusal('wrong', caller, need, now)
    }
    await closeOtherChallenges(db, action)
  }

  /** A code may come without a challenge, but not while another action has an open one: it may have been typed for that. */
  async function matchesOpenChallenge(
    action: ConfirmedAction,
    challengeId: string | undefined,
  ): Promise<boolean> {
    if (challengeId === undefined) return !(await hasOtherOpenChallenge(db, action))
    return id.safeParse(challengeId).success && isOpenChallenge(db, { ...action, id: challengeId })
  }

  function refusal(
    outcome: keyof typeof refusals,
    caller: Person,
    need: ScaNeed,
    now: Date,
  ): Promise<Problem> {
    const [problem, text] = refusals[outcome]
    return challengeProblem(problem, text, caller, need, now)
  }

  async function challengeProblem(
    problem: string,
    text: string,
    caller: Person,
    need: ScaNeed,
    now: Date,
  ): Promise<Problem> {
    const { id, expiresAt } = await createChallenge(caller, need, now)
    const { action, recordId } = need
    const challenge = { kind: 'code', id, action, recordId, expiresAt: expiresAt.toISOString() }
    return new Problem(problem, 401, text, { details: { challenge } })
  }

  async function createChallenge(caller: Person, need: ScaNeed, now: Date, confirmedAt?: Date) {
    const id = newId(now)
    const expiresAt = new Date(now.getTime() + challengeMinutes * 60_000)
    const { action, recordId } = need
    const owner = { userId: caller.id, tenantId: caller.tenantId }
    await insertChallenge(db, {
      ...{ id, ...owner, action, recordId, at: now, expiresAt },
      ...(confirmedAt === undefined ? {} : { confirmedAt }),
    })
    return { id, expiresAt }
  }
}

async function isReadConfirmed(
  { shared }: Database,
  caller: Person,
  { openedBy: actions }: ScaNeed,
  now: Date,
): Promise<boolean> {
  if (actions.length === 0) return false
  const since = new Date(now.getTime() - readMinutes * 60_000)
  return isConfirmedSince(shared, { userId: caller.id, actions, since })
}

/** Confirms by the claims of the request's access token; the portal gets a fresh one by a new sign-in. */
export function confirmBySignIn(
  readToken: (authorization: string | undefined) => Promise<AccessToken>,
  { acrValues, maxAgeS }: { acrValues: readonly string[]; maxAgeS: number },
): Confirm {
  return async (request, _caller, need, now) => {
    // without required values a plain password sign-in would confirm every action
    if (acrValues.length === 0) {
      const text = 'This needs a stronger sign-in, and none is set up here: SCA_ACR_VALUES is empty'
      throw new Problem('sca.not_set_up', 403, text)
    }
    const { claims } = await readToken(request.headers.authorization)
    if (
      isFreshSignIn({ acr: claims.acr, auth_time: claims.auth_time }, { acrValues, maxAgeS }, now)
    )
      return
    const text = 'Sign in again to confirm this'
    throw new Problem('sca.sign_in_again', 401, text, {
      authenticate: `Bearer error="insufficient_user_authentication", error_description="${text}", acr_values="${acrValues.join(' ')}", max_age="${maxAgeS}"`,
      details: {
        challenge: {
          ...{ kind: 'sign-in', action: need.action, recordId: need.recordId },
          ...{ acrValues: acrValues.join(' '), maxAgeS },
        },
      },
    })
  }
}

const headerText = (header: string | string[] | undefined): string | undefined => {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  return text === undefined || text === '' ? undefined : text.slice(0, 100)
}
