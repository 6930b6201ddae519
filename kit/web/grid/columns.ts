import type { ReactNode } from 'react'

export interface GridColumn<Row> {
  /** Kept with the user's choice of columns: do not rename. */
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** The column can be sorted by; a text where the API names the field otherwise than the column's id. */
  readonly sort?: boolean | string
  readonly align?: 'left' | 'right'
  /** Least width in pixels. */
  readonly width?: number
  /** Off until the user chooses it. */
  readonly isOptional?: boolean
  /** What is done to the row: stays at the right edge where the table is wider than the page. */
  readonly isKept?: boolean
  /**
   * Where there is no room for columns: the line of the record, and at its end or not. Columns that say one stand side by
   * side without their titles, those that say none below them with theirs.
   */
  readonly narrow?: '1' | '1 end' | '2' | '2 end' | '3' | '3 end'
  /** Cannot be taken away. */
  readonly isFixed?: boolean
}

export interface Sort {
  readonly by: string
  readonly descending: boolean
}

/** Where the grid stands in its list, and how it moves. Absent moves are not possible now. */
export interface Paging {
  readonly pageSize: number
  onPageSize(pageSize: number): void
  onNext?: (() => void) | undefined
  onPrevious?: (() => void) | undefined
  onFirst?: (() => void) | undefined
  /** Number of the first row shown, from 1; undefined where a cursor does not tell. */
  readonly from?: number | undefined
  /** Of the whole list; null while unknown. */
  readonly count?: number | null | undefined
  /** What is known of an unknown count. */
  readonly countAtLeast?: number | undefined
}
