import { actionName } from '@counterfoil/features/access/audit/audit-actions.rules.ts'
import { inEachLanguage, type Text, textIn } from '@counterfoil/kit/contract/texts.ts'
import { isLimitedToPayments } from '@counterfoil/kit/server/request/caller-scope.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { actionLabelOf, recordNames } from '@counterfoil/kit/server/resources/record-names.ts'
import { listEvents } from './events.contract.ts'
import { listEventRows } from './events.queries.ts'
import { privateTypes, visibleTypes } from './events.rules.ts'

export const routes: Route[] = [
  route(listEvents, async ({ query }, { db, caller }) => {
    const rows = await listEventRows(db, {
      actorId: caller.id,
      // the types that others' entries are shown of name payments: who may not see all of these sees its own
      types: isLimitedToPayments(caller) ? [] : visibleTypes(caller.permissions),
      exceptTypes: privateTypes,
      limit: query.pageSize,
    })
    const names = recordNames()
    const data = rows.map((row) => ({
      id: row.id,
      at: row.created_at.toISOString(),
      actorName: row.actor_name,
      isOwn: row.actor_id === caller.id,
      action: row.action,
      recordType: row.record_type,
      title: titleOf(row.action, names[row.record_type]),
      recordId: row.record_id,
    }))
    return { data, count: data.length }
  }),
]

/** "Created: Role". */
function titleOf(action: string, record: Text | undefined): Text {
  const label = actionLabelOf(actionName(action)) ?? { en: action }
  if (record === undefined) return label
  return inEachLanguage((language) => `${textIn(label, language)}: ${textIn(record, language)}`)
}
