import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { auditTexts } from './audit.messages.ts'
import { type Change, changesOf } from './audit.rules.ts'
import { actionText, actionWords, codeWords, fieldWords, wordFor } from './audit-labels.messages.ts'
import classes from './audit-panel.module.css'
import type { AuditEntry } from './record-audit.contract.ts'

/** One entry: action, actor, time and the changed fields. */
export function AuditEntryText({ entry }: { entry: AuditEntry }) {
  const t = useTexts(auditTexts)
  const words = useTexts(actionWords)
  const changes = changesOf(entry.before, entry.after)
  return (
    <>
      <h3 className={classes.action}>{actionText(entry.action, words)}</h3>
      <p className={classes.who}>
        {entry.actorName} · <DateTime value={entry.createdAt} seconds />
        {entry.ip !== null && ` · ${t.from({ address: entry.ip })}`}
      </p>
      {changes.length > 0 && <Changes entry={entry} changes={changes} />}
      {changes.length === 0 && entry.after !== null && (
        <p className={classes.who}>{t.noDifference}</p>
      )}
      <p className={classes.request}>
        {t.request} <code>{entry.requestId}</code>
      </p>
    </>
  )
}

function Changes({ entry, changes }: { entry: AuditEntry; changes: readonly Change[] }) {
  const t = useTexts(auditTexts)
  const words = useTexts(fieldWords)
  const translate = useTranslate()
  const nameOf = (field: string) => {
    const name = entry.words[field]
    return name === undefined ? wordFor(field, words) : translate(name)
  }
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{t.field}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path.join('.')}>
            <th scope="row">{path.map(nameOf).join(' · ')}</th>
            <td>
              <AuditValue field={path.at(-1) ?? ''} value={before} side="before" entry={entry} />
            </td>
            <td>
              <AuditValue field={path.at(-1) ?? ''} value={after} side="after" entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const colour = /^#[0-9a-f]{6}$/i

interface AuditValueProps {
  readonly field: string
  readonly value: unknown
  readonly side: 'before' | 'after'
  readonly entry: AuditEntry
}

/** The currency of an amount before or after the change; undefined for a field that is no amount. */
function currencyOf({ field, side, entry }: AuditValueProps): string | undefined {
  const currencyField =
    entry.currencyFields[field] ?? (/amount$/i.test(field) ? 'currency' : undefined)
  if (currencyField === undefined) return undefined
  const [thisSide, otherSide] =
    side === 'before' ? (['before', 'after'] as const) : (['after', 'before'] as const)
  return [entry[thisSide]?.[currencyField], entry[otherSide]?.[currencyField]].find(
    (one) => typeof one === 'string',
  )
}

/** A field's value, formatted: amounts in their currency, times in the user's zone, statuses and colours as such. */
function AuditValue(props: AuditValueProps) {
  const { field, value } = props
  const currency = currencyOf(props)
  const t = useTexts(auditTexts)
  const nameOf = useValueName(props.entry, field)
  if (value === undefined || value === null || value === '') return <span>–</span>
  if (typeof value === 'boolean') return <span>{value ? t.yes : t.no}</span>
  if (typeof value === 'number' && currency !== undefined) {
    return <Money amount={value} currency={currency} />
  }
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== 'object')) {
      return <span>{value.length === 0 ? '–' : value.map(nameOf).join(', ')}</span>
    }
    return <code>{JSON.stringify(value)}</code>
  }
  if (typeof value === 'object') return <code>{JSON.stringify(value)}</code>
  const text = String(value)
  if (field === 'status') return <StatusPill status={text} />
  if (instant.test(text)) return <DateTime value={text} seconds />
  if (colour.test(text)) return <Colour value={text} />
  return <span>{nameOf(text)}</span>
}

/** The label of a choice or code, or what the server calls a record; otherwise the value itself. */
function useValueName(entry: AuditEntry, field: string): (value: unknown) => string {
  const codes: Readonly<Record<string, string>> = useTexts(codeWords)
  const translate = useTranslate()
  return (value) => {
    const text = String(value)
    const code = `${field}.${text}`
    const word = entry.words[code]
    if (word !== undefined) return translate(word)
    if (Object.hasOwn(codes, code)) return codes[code] ?? text
    return text
  }
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
