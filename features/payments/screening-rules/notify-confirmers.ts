import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { ruleNames } from '@counterfoil/features/routing/antifraud/antifraud-rules.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { inEachLanguage, textIn } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { Changing } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { antifraudRules } from './antifraud-rules.resource.ts'
import type { RuleRow } from './versions.queries.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  waits: 'An antifraud rule waits for confirmation',
  what: '“{rule}”, asked for by {name}.',
})

/** Notifies those who can confirm a change of a rule that it waits. */
export function notifyConfirmers(
  db: Db,
  { jobs, caller, now }: Pick<Changing, 'jobs' | 'caller' | 'now'>,
  rule: RuleRow,
): Promise<void> {
  const name = ruleNames[rule.rule as keyof typeof ruleNames]
  return notify(db, jobs, {
    to: { audience: 'tenant', permission: antifraudRules.permission.edit },
    type: 'AntifraudWaits',
    isImportant: true,
    title: texts.waits,
    description: inEachLanguage((language) =>
      textIn(texts.what, language, { rule: textIn(name, language), name: escaped(caller.name) }),
    ),
    objectUrl: `${antifraudRules.path}?record=${rule.id}`,
    exceptUserId: caller.id,
    onceFor: `antifraud rule ${rule.id} ${now.toISOString()}`,
    now,
  })
}
