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
  // an invalid address stays invalid, so the retry removes what is refused of it
  const isInvalid = (error?.status === 400 || error?.status === 431) && list !== undefined
  return {
    rows: data?.data,
    isRefreshing: isFetching,
    isOutdated: isPlaceholderData,
    problem: error,
    onRetry: () => (isInvalid ? removeRefused(list, error) : refetch()),
    ...(list === undefined ? {} : { paging: list.indexPaging(data) }),
  }
}

/** Filters that are not refused stay; all go where none of them is named. */
function removeRefused(
  { filters, setFilters, clearFilters }: ListState<never>,
  { errors }: CallProblem,
) {
  const named = errors.map(({ path }) => path?.split('.')[0] ?? '')
  const refused = named.filter((name) => name in filters)
  if (refused.length < named.length || refused.length === 0) return clearFilters()
  const change = Object.fromEntries(refused.map((name) => [name, undefined]))
  setFilters(change as Parameters<typeof setFilters>[0])
}
