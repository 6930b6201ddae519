import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useAction, useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { useQuery } from '@tanstack/react-query'
import { readScoping, scopingPollMs, scopingRetries, startScoping } from './scoping.contract.ts'

/**
 * The status of drafting a scope, polled every second until it is false. A failed poll is retried three times, a second
 * apart; then its error is shown, and polling stops until it is started again.
 */
export function useScoping(params: { readonly tenantId: string; readonly ticketId: string }) {
  const { client } = useClient()
  const status = useQuery<AnswerOf<typeof readScoping>, CallProblem>({
    queryKey: [readScoping.id, params],
    queryFn: ({ signal }) => client.send(readScoping, { params }, { signal }),
    refetchInterval: ({ state }) =>
      state.status !== 'error' && state.data?.scopingStatus === true ? scopingPollMs : false,
    retry: scopingRetries,
    retryDelay: scopingPollMs,
    meta: { quiet: true },
  })
  const start = useAction(startScoping, { quiet: true, onDone: () => void status.refetch() })
  return {
    isRunning: start.isRunning || (status.error === null && status.data?.scopingStatus === true),
    scope: status.data?.scope ?? null,
    failure: status.data?.failure ?? null,
    problem: start.problem ?? status.error,
    isLoading: status.isPending,
    start: () => start.run({ params }),
    retry: () => void status.refetch(),
  }
}
