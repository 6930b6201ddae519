import type { ForeignDatabase } from '@counterfoil/kit/database/foreign.ts'
import type {
  Acquirer,
  AcquirerAnswer,
  AuthoriseRequest,
  DisputeAnswerRequest,
  FollowUpRequest,
  RawNotice,
} from '../acquirer.ts'
import {
  authenticationFor,
  challengeFor,
  isRefusedExemption,
  refusalCodeOf,
  withProof,
} from './authentication.ts'
import { cancelRequest } from './cancel-request.ts'
import {
  answerNow,
  answerWhenDue,
  applied,
  authenticationNeeded,
  dueAt,
  hasExpired,
  referenceIn,
  withExpiry,
} from './decisions.ts'
import { disputeLater, takeDisputeAnswer } from './disputes.ts'
import { readNotice } from './notice-body.ts'
import { acknowledge, findDispute, isAnswerKnown, listDueNotices } from './notices.ts'
import {
  acknowledgeOutcome,
  addOutcomeNotice,
  listDueRecords,
  listOutcomeNotices,
} from './outcome-notices.ts'
import {
  addRecord,
  findRecord,
  listBooks,
  lockRecord,
  type RequestKind,
  type SandboxRecord,
  updateRecord,
} from './records.ts'
import {
  type Behaviour,
  behaviourOf,
  challengedScenario,
  type Scenario,
  scenarioNamed,
} from './scenarios.ts'
import { faultOf } from './signature.ts'
import { deleteCard, extrasFor, readAsked, withExtras } from './vault.ts'

export interface SandboxOptions {
  readonly code: string
  readonly name: string
  readonly database: ForeignDatabase
  /** Origin of the page on which a customer confirms. */
  readonly publicUrl: string
  readonly now: () => Date
  /** What notices are signed with. */
  readonly noticeKey: Buffer
  /** A notice that was not sent in this time is reported when the acquirer is asked. */
  readonly reportsAfterMs: number
  /** After so long a lost answer ends as a broken connection; unset: it never ends by itself. */
  readonly losesAfterMs?: number | undefined
}

/** A simulated acquirer: its behaviour is published in scenarios.ts, its records are in a schema of their own. */
export function sandboxAcquirer(options: SandboxOptions): Acquirer {
  const { code, database, now } = options
  const followUp = (kind: FollowUp) => (request: FollowUpRequest, signal: AbortSignal) =>
    treatFollowUp(options, kind, request, signal)
  return {
    code,
    name: options.name,
    isSandbox: true,
    authorise: async (request, signal) =>
      withProof(request.reference, await treatAuthorisation(options, 'authorise', request, signal)),
    verify: (request, signal) =>
      treatAuthorisation(options, 'verify', { ...request, ...nothing }, signal),
    increment: followUp('increment'),
    capture: followUp('capture'),
    void: followUp('void'),
    refund: followUp('refund'),
    reverse: followUp('reverse'),
    payout: followUp('payout'),
    deleteStoredCard: (reference) => deleteCard(database, code, reference, now()),
    cancel: (request) => cancelRequest(options, request),
    async lookup(reference) {
      const found = await findRecord(database, code, reference)
      if (found === undefined) return { result: 'not_found' }
      const answer = isDue(found, now())
        ? await settleRecord(database, code, reference, now())
        : found.answer
      return withProof(reference, answer)
    },
    readBooks: (references) => listBooks(database, code, references),
    answerDispute: (request, signal) => treatDisputeAnswer(options, request, signal),
    noticeFault: (request, at) => faultOf(options.noticeKey, request, at),
    listNotices: (limit) =>
      listUnsent(options, new Date(now().getTime() - options.reportsAfterMs), limit),
    readNotice,
    async acknowledgeNotice(id) {
      await acknowledge(database, code, id, now())
      await acknowledgeOutcome(database, code, id, now())
    },
  }
}

type FollowUp = Exclude<RequestKind, 'authorise' | 'verify'>

/** A card that is checked is treated like an authorisation of nothing. */
const nothing = { amountMinor: 0n, capture: false, partialApproval: true } as const

async function treatAuthorisation(
  options: SandboxOptions,
  kind: 'authorise' | 'verify',
  request: AuthoriseRequest,
  signal: AbortSignal,
): Promise<AcquirerAnswer> {
  const { code, database, now } = options
  const asked = await readAsked(database, code, request)
  const scenario =
    asked.brand === null
      ? asked.scenario
      : challengedScenario(asked.scenario, challengeFor(request))
  const behaviour = behaviourOf(scenario, 'authorise', code)
  await begin(options, scenario, behaviour, signal)
  const at = now()
  const threeDSecure = authenticationFor(request, scenario, asked.brand)
  const extras = {
    ...(await extrasFor(database, code, request, asked, kind, at)),
    ...(threeDSecure === undefined ? {} : { threeDSecure }),
  }
  const given = withExtras(
    isRefusedExemption(threeDSecure)
      ? authenticationNeeded(refusalCodeOf(asked.brand))
      : answerNow(behaviour, request, { ...options, at }),
    extras,
  )
  const mayBeCaptured = kind === 'authorise' && !request.capture
  const answer = mayBeCaptured ? withExpiry(code, given, at) : given
  const record = authorised(
    { ...newRecord(code, kind, request, scenario, request.capture), extras },
    { answer, settlesAt: dueAt(behaviour, at) },
  )
  const isNew = await addRecord(database, record, at)
  if (isNew && record.capturedMinor > 0n) {
    await disputeLater(database, scenario, record, record.capturedMinor, at)
  }
  await end(options, behaviour, signal)
  return isNew ? answer : ((await findRecord(database, code, request.reference))?.answer ?? answer)
}

async function treatFollowUp(
  options: SandboxOptions,
  kind: FollowUp,
  request: FollowUpRequest,
  signal: AbortSignal,
): Promise<AcquirerAnswer> {
  const { code, database, now } = options
  const parent = await findRecord(database, code, referenceIn(request.acquirerReference))
  if (parent === undefined) {
    return { result: 'failed', code: 'unknown_authorisation', text: 'No such authorisation' }
  }
  const scenario = scenarioNamed(parent.scenario)
  const behaviour = behaviourOf(scenario, kind, code)
  await begin(options, scenario, behaviour, signal)
  const answer = await database.transaction(async (on) => {
    const at = now()
    const authorisation = (await lockRecord(on, code, parent.reference)) ?? parent
    const before = await findRecord(on, code, request.reference)
    if (before !== undefined) return before.answer
    const isLate = (kind === 'capture' || kind === 'increment') && hasExpired(authorisation, at)
    const sums = isLate ? undefined : applied(authorisation, kind, request)
    const refusal = isLate ? 'authorisation_expired' : refusalOf(kind)
    const treated: Behaviour = sums ? behaviour : { does: 'decline', code: refusal }
    const given = answerNow(treated, request, { ...options, at })
    await addRecord(
      on,
      {
        ...newRecord(code, kind, request, scenario, false),
        parent: parent.reference,
        answer: given,
        settlesAt: dueAt(treated, at),
      },
      at,
    )
    // what is decided later is set aside now, so that it cannot be promised twice
    if (sums && (given.result === 'approved' || given.result === 'pending')) {
      await updateRecord(on, sums)
      if (kind === 'capture') {
        await disputeLater(on, scenario, authorisation, request.amountMinor, at)
      }
    }
    return given
  })
  await end(options, behaviour, signal)
  return answer
}

const refusalOf = (kind: FollowUp) =>
  kind === 'increment' ? ('not_incrementable' as const) : ('exceeds_authorisation' as const)

async function treatDisputeAnswer(
  options: SandboxOptions,
  request: DisputeAnswerRequest,
  signal: AbortSignal,
) {
  const { code, database, now } = options
  const dispute = await findDispute(database, code, request.dispute, now())
  const scenario = scenarioNamed(dispute?.scenario ?? '')
  const behaviour = behaviourOf(scenario, 'answer', code)
  // a second try arrives
  const isRepeated = await isAnswerKnown(database, code, request.reference)
  await begin(options, scenario, behaviour, signal)
  const answer = await takeDisputeAnswer(options, request)
  if (!isRepeated) await end(options, behaviour, signal)
  return answer
}

/** The final answer of a record that is due. */
async function settleRecord(
  database: ForeignDatabase,
  provider: string,
  reference: string,
  at: Date,
  isConfirmed?: boolean,
): Promise<AcquirerAnswer> {
  return database.transaction(async (on) => {
    const record = await lockRecord(on, provider, reference)
    if (record === undefined) throw new Error(`${provider} does not know ${reference}`)
    if (record.settlesAt === null) return record.answer
    const answer = answerWhenDue(record, isConfirmed)
    await updateRecord(on, authorised(record, { answer, settlesAt: null }))
    // what was found out of a card is looked up; it moves no money that a notice would be about
    if (record.kind !== 'verify') await addOutcomeNotice(on, record, at)
    if (answer.result === 'approved' && record.kind === 'authorise' && record.capture) {
      await disputeLater(on, scenarioNamed(record.scenario), record, answer.amountMinor, at)
    }
    return answer
  })
}

const isDue = (record: SandboxRecord, at: Date) =>
  record.settlesAt !== null && record.settlesAt <= at

function newRecord(
  provider: string,
  kind: RequestKind,
  request: AuthoriseRequest | FollowUpRequest,
  scenario: Scenario,
  capture: boolean,
): SandboxRecord {
  return {
    provider,
    reference: request.reference,
    kind,
    capture,
    parent: null,
    scenario: scenario.name,
    amountMinor: request.amountMinor,
    grantedMinor: 0n,
    capturedMinor: 0n,
    voidedMinor: 0n,
    refundedMinor: 0n,
    currency: request.currency,
    answer: { result: 'pending' },
    settlesAt: null,
    metadata: request.metadata,
    extras: null,
  }
}

/** The record with its answer; an approved authorisation grants, and captures at once when that was asked. */
function authorised(
  record: SandboxRecord,
  decided: Pick<SandboxRecord, 'answer' | 'settlesAt'>,
): SandboxRecord {
  const { answer } = decided
  if (record.kind !== 'authorise' || answer.result !== 'approved') return { ...record, ...decided }
  const granted = answer.amountMinor
  return {
    ...record,
    ...decided,
    grantedMinor: granted,
    capturedMinor: record.capture ? granted : 0n,
  }
}

/** Takes the published time; a request that never arrives ends here. */
async function begin(
  options: SandboxOptions,
  scenario: Scenario,
  behaviour: Behaviour,
  signal: AbortSignal,
): Promise<void> {
  if (scenario.delayMs !== undefined) await wait(scenario.delayMs, signal)
  if (behaviour.does === 'time_out' && !behaviour.acts) await lose(options, signal)
}

/** An answer that is lost on its way back. */
async function end(
  options: SandboxOptions,
  behaviour: Behaviour,
  signal: AbortSignal,
): Promise<void> {
  if (behaviour.does === 'time_out') await lose(options, signal)
}

async function lose({ losesAfterMs }: SandboxOptions, signal: AbortSignal): Promise<never> {
  if (losesAfterMs === undefined) return never(signal)
  await wait(losesAfterMs, signal)
  throw new Error('The connection is lost')
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}

function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** A challenge for the customer's page; undefined when there is none. */
export async function findChallenge(
  database: ForeignDatabase,
  provider: string,
  reference: string,
): Promise<SandboxRecord | undefined> {
  const record = await findRecord(database, provider, reference)
  const isOfCard = record?.kind === 'authorise' || record?.kind === 'verify'
  return isOfCard && record.scenario === 'challenge' ? record : undefined
}

/** The customer confirmed or refused; what was decided before stays. */
export async function answerChallenge(
  options: Pick<SandboxOptions, 'database' | 'now'>,
  provider: string,
  reference: string,
  isConfirmed: boolean,
): Promise<AcquirerAnswer> {
  const record = await findChallenge(options.database, provider, reference)
  const isLate = record !== undefined && isDue(record, options.now())
  return settleRecord(
    options.database,
    provider,
    reference,
    options.now(),
    isLate ? undefined : isConfirmed,
  )
}

type OwnRecords = Pick<SandboxOptions, 'code' | 'database' | 'now'>

/** Notices that were due by then and have not been acknowledged. */
async function listUnsent(
  { code, database }: OwnRecords,
  at: Date,
  limit: number,
): Promise<RawNotice[]> {
  return [
    ...(await listOutcomeNotices(database, code, at, limit)),
    ...(await listDueNotices(database, code, at, limit)),
  ]
}

/** The notices to send now. What is due is decided for it. */
export async function listNoticesToSend(
  { code, database, now }: OwnRecords,
  limit: number,
): Promise<RawNotice[]> {
  const at = now()
  for (const reference of await listDueRecords(database, code, at, limit)) {
    await settleRecord(database, code, reference, at)
  }
  return listUnsent({ code, database, now }, at, limit)
}
