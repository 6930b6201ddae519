import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { readableStatus } from '@counterfoil/kit/web/status.ts'
import type { AuditEntry } from './audit.contract.ts'
import { actionWords, auditTexts, fieldWords } from './audit.messages.ts'
import { type Change, changesOf } from './audit.rules.ts'
import classes from './audit-panel.module.css'
import { AuditValue } from './audit-value.tsx'

/** Who did what and when, with the fields that it changed. */
export function AuditEntryText({ entry }: { entry: AuditEntry }) {
  const t = useTexts(auditTexts)
  const words = useTexts(actionWords)
  const changes = changesOf(entry.before, entry.after)
  return (
    <>
      <h3 className={classes.action}>{actionText(entry.action, words)}</h3>
      <p className={classes.who}>
        {entry.actorName} · <DateTime value={entry.createdAt} seconds />
      </p>
      {changes.length === 0 ? (
        <p className={classes.who}>{t.noDifference}</p>
      ) : (
        <Changes entry={entry} changes={changes} />
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
  const currency = [entry.after?.currency, entry.before?.currency].find(
    (one) => typeof one === 'string',
  )
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
            <th scope="row">{path.map((name) => wordFor(name, words)).join(' · ')}</th>
            <td>
              <AuditValue field={path.at(-1) ?? ''} value={before} currency={currency} />
            </td>
            <td>
              <AuditValue field={path.at(-1) ?? ''} value={after} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The text of a name, or the name itself with its words apart. */
function wordFor(name: string, words: Readonly<Record<string, string>>): string {
  if (Object.hasOwn(words, name)) return words[name] ?? name
  return readableStatus(name.replaceAll('.', ' '))
}

/** What was done, from the id of its call. Merchants' own calls are the same deeds under another id. */
export function actionText(action: string, words: Readonly<Record<string, string>>): string {
  return wordFor(action.slice(action.indexOf('.') + 1).replace(/-merchant$/, ''), words)
}
