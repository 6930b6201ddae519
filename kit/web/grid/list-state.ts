import { defaultPageSize, pageSizes } from '@counterfoil/kit/contract/fields.ts'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Paging, Sort } from './columns.ts'

interface ListOptions<Filter extends string> {
  /** Names of the filters that the page keeps in the URL. */
  readonly filters: readonly Filter[]
  /** `-createdAt` is newest first. */
  readonly sort?: string
  /** When the list has another than all others. */
  readonly pageSize?: (typeof pageSizes)[number]
  /** Before its names in the URL, where another list stands on the page too. */
  readonly prefix?: string
  /** The filters of a page that is come to with nothing in its URL. */
  readonly initial?: Readonly<Record<string, string>>
}

export interface ListState<Filter extends string> {
  /** The filters that are set. */
  readonly filters: Readonly<Partial<Record<Filter, string>>>
  readonly hasFilters: boolean
  readonly sort: Sort | undefined
  /** As it stands in the URL and goes to the API: `-createdAt`. */
  readonly sortText: string | undefined
  readonly pageSize: number
  readonly cursor: string | undefined
  /** Zero-based; with cursors it only says how many pages were turned. */
  readonly pageIndex: number
  /** An empty or absent value takes the filter away. Any change goes back to the first page. */
  setFilters(change: Partial<Record<Filter, string | undefined>>): void
  clearFilters(): void
  setSort(sort: Sort): void
  /** Paging for lists that are walked by cursors. */
  cursorPaging(answer: CursorAnswer | undefined): Paging
  /** Paging for lists that take a page number. */
  indexPaging(answer: CountedAnswer | undefined): Paging
}

export interface CountedAnswer {
  readonly count: number | null
  readonly countAtLeast?: number | undefined
}

interface CursorAnswer extends CountedAnswer {
  readonly nextCursor: string | null
  readonly previousCursor: string | null
}

/** What a list shows, kept in the URL: it can be linked, reloaded and gone back to. */
export function useListState<Filter extends string>(
  options: ListOptions<Filter>,
): ListState<Filter> {
  const [search, setSearch] = useSearchFrom(options.initial)
  // Callers write the list in place; its text tells whether it is another.
  const { sort: defaultSort, pageSize: defaultSize = defaultPageSize, prefix = '' } = options
  const namesText = options.filters.join(' ')
  return useMemo(() => {
    const names = namesText.split(' ') as Filter[]
    const shown = shownBy((name) => search.get(prefix + name), {
      names,
      sort: defaultSort,
      pageSize: defaultSize,
    })
    const change = (values: Changes) =>
      setSearch((current) => changedSearch(current, values, prefix))
    return {
      ...shown,
      setFilters: (values) => change({ ...firstPage, ...(values as Record<string, string>) }),
      clearFilters: () =>
        change({ ...firstPage, ...Object.fromEntries(names.map((name) => [name, ''])) }),
      setSort: (sort) => change({ ...firstPage, sort: `${sort.descending ? '-' : ''}${sort.by}` }),
      ...pagings(shown, change),
    }
  }, [search, setSearch, namesText, defaultSort, defaultSize, prefix])
}

/**
 * What is in the URL. A page that is come to with nothing in it begins with `initial`: in its first read already, not only
 * when the URL has it, so that nothing else is read and shown before. Who takes these filters away is not given them again.
 */
function useSearchFrom(initial: Readonly<Record<string, string>> | undefined) {
  const [search, setSearch] = useSearchParams()
  const isBare = search.size === 0
  const [isComing, setComing] = useState(isBare && initial !== undefined)
  if (isComing && !isBare) setComing(false)
  const begins = isComing && isBare
  useEffect(() => {
    // going back does not lead to the URL that had nothing
    if (begins) setSearch(initial, { replace: true })
  }, [begins, initial, setSearch])
  const shown = useMemo(
    () => (begins ? new URLSearchParams(initial) : search),
    [begins, initial, search],
  )
  return [shown, setSearch] as const
}

/** New values by their names in the URL; an empty or absent one takes the name away. */
type Changes = Readonly<Record<string, string | undefined>>

const firstPage = { cursor: undefined, page: undefined }

function changedSearch(current: URLSearchParams, values: Changes, prefix: string): URLSearchParams {
  const next = new URLSearchParams(current)
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') next.delete(prefix + name)
    else next.set(prefix + name, value)
  }
  return next
}

interface Usual<Filter extends string> {
  readonly names: readonly Filter[]
  readonly sort: string | undefined
  readonly pageSize: number
}

/** What the URL says that the list shows, and what is usual where it says nothing. */
function shownBy<Filter extends string>(
  read: (name: string) => string | null,
  usual: Usual<Filter>,
) {
  const filters = Object.fromEntries(
    usual.names
      .map((name) => [name, read(name)] as const)
      .filter(([, value]) => value !== null && value !== ''),
  ) as Partial<Record<Filter, string>>
  const asked = Number(read('pageSize'))
  const sortText = read('sort') ?? usual.sort
  return {
    filters,
    hasFilters: Object.keys(filters).length > 0,
    sort: sortOf(sortText),
    sortText,
    pageSize: (pageSizes as readonly number[]).includes(asked) ? asked : usual.pageSize,
    cursor: read('cursor') ?? undefined,
    pageIndex: Math.max(0, Math.trunc(Number(read('page')) || 0)),
  }
}

/** How the list is walked, by cursors or by page numbers. */
function pagings(
  { pageIndex, pageSize }: Pick<ListState<string>, 'pageIndex' | 'pageSize'>,
  change: (values: Changes) => void,
): Pick<ListState<string>, 'cursorPaging' | 'indexPaging'> {
  const turnTo = (page: number, cursor: string | undefined) =>
    change({ cursor, page: page <= 0 ? undefined : String(page) })
  const common = {
    pageSize,
    onPageSize: (size: number) => change({ ...firstPage, pageSize: String(size) }),
    onFirst: () => turnTo(0, undefined),
    from: pageIndex * pageSize + 1,
  }
  return {
    cursorPaging: (answer) => ({
      ...common,
      count: answer?.count,
      countAtLeast: answer?.countAtLeast,
      onNext: answer?.nextCursor
        ? () => turnTo(pageIndex + 1, answer.nextCursor ?? undefined)
        : undefined,
      onPrevious: answer?.previousCursor
        ? () =>
            turnTo(pageIndex - 1, pageIndex <= 1 ? undefined : (answer.previousCursor ?? undefined))
        : undefined,
    }),
    indexPaging: (answer) => ({
      ...common,
      count: answer?.count,
      countAtLeast: answer?.countAtLeast,
      onNext:
        (pageIndex + 1) * pageSize < (answer?.count ?? answer?.countAtLeast ?? 0)
          ? () => turnTo(pageIndex + 1, undefined)
          : undefined,
      onPrevious: pageIndex > 0 ? () => turnTo(pageIndex - 1, undefined) : undefined,
    }),
  }
}

function sortOf(text: string | undefined): Sort | undefined {
  if (text === undefined || text === '') return undefined
  return text.startsWith('-')
    ? { by: text.slice(1), descending: true }
    : { by: text, descending: false }
}
