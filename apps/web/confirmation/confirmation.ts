// What stands between a call that is challenged and the dialog that answers: one question after the other.
import type { ChallengedCall } from '@counterfoil/kit/web/calls/call.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'

export type Answer = Readonly<Record<string, string>>

interface Question {
  readonly problem: CallProblem
  answer(headers: Answer | undefined): void
}

let open: Question | undefined
let last: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

/** A page that asks several things at once is challenged for each: those that a code opens need one dialog. */
let isAnyOpened = false
/** How often the user would rather not, by what was to be opened. */
const declined = new Map<string, number>()

/** Waits for its turn, then for the user, until the call goes through or the user would rather not. */
export function confirm(call: ChallengedCall): Promise<void> {
  const action = call.problem.challenge?.action ?? ''
  const before = declined.get(action)
  const met = last.then(async () => {
    // who closed the dialog of one has answered for those that waited with it
    if (call.isRead && declined.get(action) !== before) return
    if (await meet(call)) isAnyOpened ||= call.isRead
    else if (call.isRead) declined.set(action, (before ?? 0) + 1)
  })
  last = met.catch(() => undefined)
  return met
}

/** The turn lasts until the answer to what was entered is here: only then is it known what else it opened. */
async function meet({ problem, isRead, repeat }: ChallengedCall): Promise<boolean> {
  let asked = isRead && isAnyOpened ? await repeat({}) : problem
  while (asked !== undefined) {
    const headers = await ask(asked)
    if (headers === undefined) return false
    asked = await repeat(headers)
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
  open = question
  for (const tell of listeners) tell()
}

export const confirmation = {
  current: (): Question | undefined => open,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
