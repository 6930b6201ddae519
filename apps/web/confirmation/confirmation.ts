// What stands between a call that is challenged and the dialog that answers: one question after the other.
import type { CallProblem } from '@counterfoil/kit/web/problem.ts'

export type Answer = Readonly<Record<string, string>>

interface Question {
  readonly problem: CallProblem
  answer(headers: Answer | undefined): void
}

let open: Question | undefined
let last: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

/** Waits for its turn, then for the user. Undefined: the user would rather not. */
export function confirm(problem: CallProblem): Promise<Answer | undefined> {
  // a page that asks several things at once is challenged for each; those of one permission need one code
  const asked = last.then(() => ask(problem))
  last = asked.catch(() => undefined)
  return asked
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
