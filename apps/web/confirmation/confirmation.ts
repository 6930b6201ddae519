// Queues the challenges of calls, so that the dialog shows one after the other.
import type { ChallengedCall } from '@counterfoil/kit/web/calls/call.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'

export type Answer = Readonly<Record<string, string>>

interface Question {
  readonly problem: CallProblem
  answer(headers: Answer | undefined): void
}

let openQuestions: Question | undefined
let last: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

/** A page with several calls is challenged for each: reads that one code confirms share one dialog. */
let isAnyOpened = false
/** How often the user declined, by the action. */
const declined = new Map<string, number>()

/** Waits for its turn, then for the user, until the call succeeds or the user declines. */
export function confirm(call: ChallengedCall): Promise<void> {
  const action = call.problem.challenge?.action ?? ''
  const before = declined.get(action)
  const met = last.then(async () => {
    // closing the dialog also declines the calls that waited with it
    if (call.isRead && declined.get(action) !== before) return
    if (await meet(call)) isAnyOpened ||= call.isRead
    else if (call.isRead) declined.set(action, (before ?? 0) + 1)
  })
  last = met.catch(() => undefined)
  return met
}

/** The turn lasts until the server has answered the code: only then is it known which other calls it confirms. */
async function meet({ problem, isRead, repeat: retry }: ChallengedCall): Promise<boolean> {
  let asked = isRead && isAnyOpened ? await retry({}) : problem
  while (asked !== undefined) {
    const headers = await ask(asked)
    if (headers === undefined) return false
    asked = await retry(headers)
  }
  return true
}

function ask(problem: CallProblem): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    show({
      problem,
      answer: (headers) => {
        show(undefined)
        resolve(headers)
      },
    })
  })
}

function show(question: Question | undefined) {
  openQuestions = question
  for (const notifyListeners of listeners) notifyListeners()
}

export const confirmation = {
  current: (): Question | undefined => openQuestions,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
