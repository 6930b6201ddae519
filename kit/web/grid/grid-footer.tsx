import '@counterfoil/kit/web/theme/input-styles.ts'
import { pageSizes } from '@counterfoil/kit/contract/fields.ts'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight } from '@tabler/icons-react'
import { useLanguage, useTexts } from '../texts/i18n.tsx'
import type { Paging } from './columns.ts'
import { gridTexts } from './grid.messages.ts'
import classes from './grid.module.css'

/** Which rows of how many, how many to a page, and the ways forth and back. */
export function GridFooter({ paging, rowsShown }: { paging: Paging; rowsShown: number }) {
  const t = useTexts(gridTexts)
  const { locale } = useLanguage()
  const number = (value: number) => value.toLocaleString(locale)
  const whole =
    typeof paging.count === 'number'
      ? number(paging.count)
      : paging.countAtLeast === undefined
        ? undefined
        : t.atLeast({ n: number(paging.countAtLeast) })

  function position() {
    if (rowsShown === 0) return ''
    if (paging.from === undefined) return t.rows({ n: rowsShown })
    const [from, to] = [number(paging.from), number(paging.from + rowsShown - 1)]
    return whole === undefined ? t.rangeOpen({ from, to }) : t.range({ from, to, of: whole })
  }

  return (
    <div className={classes.footer}>
      <span className={classes.position} aria-live="polite">
        {position()}
      </span>
      <div className={classes.pageSize}>
        <span aria-hidden>{t.rowsPerPage}</span>
        <NativeSelect
          aria-label={t.rowsPerPage}
          size="xs"
          value={String(paging.pageSize)}
          data={pageSizes.map(String)}
          onChange={(event) => paging.onPageSize(Number(event.currentTarget.value))}
        />
      </div>
      <div className={classes.pager}>
        {paging.onFirst !== undefined && (
          <PageButton label={t.first} onClick={paging.onPrevious && paging.onFirst}>
            <IconChevronLeftPipe size={16} />
          </PageButton>
        )}
        <PageButton label={t.previous} onClick={paging.onPrevious}>
          <IconChevronLeft size={16} />
        </PageButton>
        <PageButton label={t.next} onClick={paging.onNext}>
          <IconChevronRight size={16} />
        </PageButton>
      </div>
    </div>
  )
}

function PageButton(props: {
  label: string
  onClick: (() => void) | undefined
  children: React.ReactNode
}) {
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={props.label}
      title={props.label}
      disabled={props.onClick === undefined}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  )
}
