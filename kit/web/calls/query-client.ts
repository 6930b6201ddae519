import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { showError } from '../overlays/snackbar.tsx'
import { CallProblem } from './problem.ts'
import { isShownByShell } from './reachability.ts'

const retryDelaysMs = [1000, 3000, 8000]

/** A read that failed for want of an answer may be tried again; a refusal is final. */
function mayRetry(failures: number, problem: unknown): boolean {
  return (
    problem instanceof CallProblem &&
    (problem.status === 0 || problem.status === 502 || problem.status === 503) &&
    failures < retryDelaysMs.length
  )
}

/** Failures are told in a snackbar unless the call said that it tells them itself. */
function showProblem(problem: unknown, meta: Record<string, unknown> | undefined) {
  if (meta?.quiet === true) return
  if (problem instanceof CallProblem) showError(problem.message)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (problem, query) => {
        // That nothing answers is said once, above the page, for as long as it lasts.
        if (!(problem instanceof CallProblem && isShownByShell(problem)))
          showProblem(problem, query.meta)
      },
    }),
    mutationCache: new MutationCache({
      onError: (problem, _input, _context, mutation) => showProblem(problem, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        retry: mayRetry,
        retryDelay: (attempt) => retryDelaysMs[attempt] ?? 8000,
        refetchOnWindowFocus: false,
      },
      // What moves money is never repeated by itself; the user repeats it, with the same key.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
