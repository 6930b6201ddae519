import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { filterTexts } from './filter.messages.ts'

/** The filters of a list, and the way to take them all away. For the grid's toolbar. */
export function FilterBar(props: { hasFilters: boolean; onClear(): void; children: ReactNode }) {
  const t = useTexts(filterTexts)
  return (
    <>
      {props.children}
      {props.hasFilters && (
        <Button variant="subtle" size="compact-xs" onClick={props.onClear}>
          {t.clearAll}
        </Button>
      )}
    </>
  )
}
