// Confirms deeds by one-time codes: of the embedded provider's authenticator apps, or by how and when an outside provider
// says that its user signed in (RFC 9470).
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
  insertChallenge,
  isAskedForAnother,
  isConfirmedSince,
  isOpen,
} from './sca.queries.ts'
import { challengeMinutes, isFreshSignIn, readMinutes } from './sca.rules.ts'

export type CodeOutcome = 'confirmed' | 'wrong' | 'locked' | 'not_enrolled'

/** Takes a code of a user: each counts once, whoever asks and wherever. */
export type TakeCode = (tried: {
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

/** By codes of the embedded identity provider. */
export function confirmByCode(database: Database, takeCode: TakeCode): Confirm {
  const db = database.shared
  return async (request, caller, need, now) => {
    // also when a code comes with it: of the reads of one page, each was challenged, and one code opened them all
    if (await isReadOpen(database, caller, need, now)) return
    const code = textOf(request.headers.scacode)
    const challengeId = textOf(request.headers.scachallenge)
    if (code === undefined) {
      throw await challenged('sca.required', 'This needs a one-time code', caller, need, now)
    }
    const deed = { userId: caller.id, action: need.action, recordId: need.recordId, now }
    if (!(await isAskedForThis(deed, challengeId))) {
      const text = 'This code was asked for something else'
      throw await challenged('sca.wrong_action', text, caller, need, now)
    }
    const userAgent = textOf(request.headers['user-agent'])
    const from = { ip: request.ip, userAgent, requestId: request.id }
    const outcome = await takeCode({ userId: caller.id, code, ...from })
    if (outcome !== 'confirmed') throw await refused(outcome, caller, need, now)
    if (challengeId === undefined) {
      await store(caller, need, now, now)
    } else if (!(await confirmChallenge(db, challengeId, now))) {
      throw await refused('wrong', caller, need, now)
    }
    await closeOtherChallenges(db, deed)
  }

  /** A code may come unasked, but not while one is asked for something else: that may be what it was typed for. */
  async function isAskedForThis(
    deed: ConfirmedAction,
    challengeId: string | undefined,
  ): Promise<boolean> {
    if (challengeId === undefined) return !(await isAskedForAnother(db, deed))
    return id.safeParse(challengeId).success && isOpen(db, { ...deed, id: challengeId })
  }

  function refused(
    outcome: keyof typeof refusals,
    caller: UserCaller,
    need: ScaNeed,
    now: Date,
  ): Promise<Problem> {
    const [problem, text] = refusals[outcome]
    return challenged(problem, text, caller, need, now)
  }

  async function challenged(
    problem: string,
    text: string,
    caller: UserCaller,
    need: ScaNeed,
    now: Date,
  ): Promise<Problem> {
    const { id, expiresAt } = await store(caller, need, now)
    const { action, recordId } = need
    const challenge = { kind: 'code', id, action, recordId, expiresAt: expiresAt.toISOString() }
    return new Problem(problem, 401, text, { details: { challenge } })
  }

  async function store(caller: UserCaller, need: ScaNeed, now: Date, confirmedAt?: Date) {
    const id = newId(now)
    const expiresAt = new Date(now.getTime() + challengeMinutes * 60_000)
    const { action, recordId } = need
    const whose = { userId: caller.id, tenantId: caller.tenantId }
    await insertChallenge(db, {
      ...{ id, ...whose, action, recordId, at: now, expiresAt },
      ...(confirmedAt === undefined ? {} : { confirmedAt }),
    })
    return { id, expiresAt }
  }
}

async function isReadOpen(
  { shared }: Database,
  caller: UserCaller,
  { openedBy: actions }: ScaNeed,
  now: Date,
): Promise<boolean> {
  if (actions.length === 0) return false
  const since = new Date(now.getTime() - readMinutes * 60_000)
  return isConfirmedSince(shared, { userId: caller.id, actions, since })
}

/** By the claims of the token that came with the request; the portal gets a fresh one by a new sign-in. */
export function confirmBySignIn(
  readToken: (authorization: string | undefined) => Promise<AccessToken>,
  { acrValues, maxAgeS }: { acrValues: readonly string[]; maxAgeS: number },
): Confirm {
  return async (request, _caller, need, now) => {
    // any password would confirm any deed
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

const textOf = (header: string | string[] | undefined): string | undefined => {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  return text === undefined || text === '' ? undefined : text.slice(0, 100)
}
