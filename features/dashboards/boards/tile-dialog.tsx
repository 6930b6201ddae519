import { DayInput } from '@counterfoil/kit/web/form/date-fields.tsx'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import '@counterfoil/kit/web/theme/input-styles.ts'
import type { Period } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useCurrencies } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import classes from './board.module.css'
import { editorTexts } from './editor.messages.ts'
import type { DraftWidget } from './kept-arrangement.tsx'

const periods: readonly Period[] = ['today', 'last24Hours', 'last7', 'last30', 'last90']

interface TileDialogProps {
  /** What it is called now. */
  readonly called: string
  readonly placed: DraftWidget
  onClose(): void
  onSave(change: Pick<DraftWidget, 'title' | 'filters'>): void
}

/** What the user calls a widget, and of which days it is. Days count where one of them is set. */
export function TileDialog({ called, placed, onClose, onSave }: TileDialogProps) {
  const t = useTexts(editorTexts)
  const [title, setTitle] = useState(placed.title ?? '')
  const [filters, setFilters] = useState(placed.filters)
  const set = (name: string, value: string) => setFilters({ ...filters, [name]: value })
  const kept = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const isOfPayments = !isOfRecords(placed)
  const currencies = useCurrencies()
  // one that was chosen before, of several or of one that is no longer used, can stay
  const offered = new Set([
    ...(placed.filters.currency ? [placed.filters.currency] : []),
    ...currencies.keys(),
  ])
  return (
    <Dialog
      isOpen
      title={t.change({ title: called })}
      onClose={onClose}
      action={{
        label: t.apply,
        onClick: () => onSave({ title: title.trim() === '' ? null : title.trim(), filters: kept }),
      }}
    >
      <RuledInput
        rule={{ ...inputRules.text, maxLength: 100 }}
        label={t.ownTitle}
        value={title}
        onValue={setTitle}
      />
      {isOfPayments && (
        <div className={classes.fields}>
          <NativeSelect
            label={t.period}
            value={filters.period ?? ''}
            onChange={({ currentTarget }) => set('period', currentTarget.value)}
            data={[
              { value: '', label: t.usual },
              ...periods.map((one) => ({ value: one, label: t[one] })),
            ]}
          />
          {(['dateFrom', 'dateTo'] as const).map((name) => (
            <DayInput
              key={name}
              label={name === 'dateFrom' ? t.from : t.to}
              clearable
              value={filters[name] || null}
              onChange={(day) => set(name, day ?? '')}
            />
          ))}
          <NativeSelect
            label={t.currency}
            value={filters.currency ?? ''}
            onChange={({ currentTarget }) => set('currency', currentTarget.value)}
            data={[{ value: '', label: t.usual }, ...offered]}
          />
        </div>
      )}
    </Dialog>
  )
}

const isOfRecords = ({ widget }: DraftWidget) =>
  widget === null ||
  !/^(transactions|movement|chart reporting)/.test(widget.data?.dataSourceType ?? '')
