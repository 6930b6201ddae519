import type { CallProblem } from '../calls/problem.ts'
import type { Paging } from './columns.ts'
import type { CountedAnswer, ListState } from './list-state.ts'

/** A list's answer, as `useCall` gives it. */
interface ListAnswer<Row> {
  readonly data: (CountedAnswer & { readonly data: readonly Row[] }) | undefined
  readonly error: CallProblem | null
  readonly isFetching: boolean
  readonly isPlaceholderData: boolean
  refetch(): unknown
}

interface GridState<Row> {
  readonly rows: readonly Row[] | undefined
  readonly isRefreshing: boolean
  readonly isOutdated: boolean
  readonly problem: CallProblem | null
  onRetry(): unknown
}

/** What a grid shows of a list's answer: rows, whether they are old, what went wrong; with `list` its pages too. */
export function gridState<Row>(answer: ListAnswer<Row>): GridState<Row>
export function gridState<Row>(
  answer: ListAnswer<Row>,
  list: ListState<never>,
): GridState<Row> & { readonly paging: Paging }
export function gridState<Row>(
  answer: ListAnswer<Row>,
  list?: ListState<never>,
): GridState<Row> & { readonly paging?: Paging } {
  const { data, error, isFetching, isPlaceholderData, refetch } = answer
  // an invalid address stays invalid, so the retry removes the filters
  const isInvalid = error?.status === 400 && list !== undefined
  return {
    rows: data?.data,
    isRefreshing: isFetching,
    isOutdated: isPlaceholderData,
    problem: error,
    onRetry: () => (isInvalid ? list.clearFilters() : refetch()),
    ...(list === undefined ? {} : { paging: list.indexPaging(data) }),
  }
}
