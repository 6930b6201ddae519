import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Money } from '@counterfoil/kit/web/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/status-pill.tsx'
import { auditTexts } from './audit.messages.ts'
import classes from './audit-panel.module.css'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const colour = /^#[0-9a-f]{6}$/i

/** A field's value as people read it: amounts in their currency, times in the user's zone, statuses and colours as such. */
export function AuditValue(props: { field: string; value: unknown; currency: string | undefined }) {
  const { field, value, currency } = props
  const t = useTexts(auditTexts)
  if (value === undefined || value === null || value === '') return <span>–</span>
  if (typeof value === 'boolean') return <span>{value ? t.yes : t.no}</span>
  if (typeof value === 'number') {
    return /amount$/i.test(field) && currency !== undefined ? (
      <Money amount={value} currency={currency} />
    ) : (
      <span>{value}</span>
    )
  }
  if (typeof value !== 'string') return <code>{JSON.stringify(value)}</code>
  if (field === 'status') return <StatusPill status={value} />
  if (instant.test(value)) return <DateTime value={value} seconds />
  if (colour.test(value)) return <Colour value={value} />
  return <span>{value}</span>
}

function Colour({ value }: { value: string }) {
  return (
    <span className={classes.colour}>
      <svg width="14" height="14" aria-hidden="true">
        <rect width="14" height="14" rx="3" fill={value} stroke="var(--cf-line-strong)" />
      </svg>
      <code>{value}</code>
    </span>
  )
}
