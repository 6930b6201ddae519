import type {
  Notice,
  Recipients,
} from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { alertMessage } from './alert-words.ts'
import { allAlerts, ownAlerts } from './alerts.contract.ts'
import type { RuleRow, StoredAlert } from './alerts.queries.ts'

const msg = messagesOf(import.meta.url)

const titles = msg({
  info: 'Alert',
  warning: 'Alert: warning',
  failed: 'Alert: failure',
  escalated: 'An alert that nobody has acknowledged',
  recovered: 'An alert is over',
  paused: 'An alert rule was paused',
})

const reasons = msg({
  owner_gone: 'The user who saved it last is no longer active. Switch it on to take it over.',
  right_lost:
    'The user who saved it last may no longer see these payments. Switch it on to take it over.',
})
export type PauseReason = keyof typeof reasons

type Payments = Pick<StoredAlert, 'merchant_id' | 'method' | 'provider'>
interface Owner {
  readonly owner_id: string
  readonly owner_tenant_id: string
  readonly tenant_id: string
}

/** Operators who hold alerts and may see all payments of the figure; of one role, or all. */
const operatorsSeeing = (
  { merchant_id, method, provider }: Payments,
  roleId: string | null,
): Extract<Recipients, { audience: 'tenant' }> => ({
  audience: 'tenant',
  permission: ownAlerts,
  ...(merchant_id === null ? {} : { merchantId: merchant_id }),
  ...(roleId === null ? {} : { roleId }),
  seeing: { merchantId: merchant_id, method, provider },
})

/** The rule's owner; where that is platform staff, all of them with alerts. */
const ownerOf = (owner: Owner, payments: Payments): Recipients =>
  owner.owner_tenant_id === owner.tenant_id
    ? { userIds: [owner.owner_id], otherwise: operatorsSeeing(payments, null) }
    : { audience: 'platform', permission: allAlerts }

const about = (alert: StoredAlert, title: Text, description: Text, now: Date) => ({
  type: 'Alert',
  title,
  description,
  objectUrl: `/crm/reports/alerts?alert=${alert.id}`,
  now,
})

const said = (alert: StoredAlert) => alertMessage(alert, escaped(alert.name))

/** The owner, and the users of the rule's role. */
export function firedNotices(
  alert: StoredAlert,
  rule: Owner & { readonly role_id: string | null },
  now: Date,
): Notice[] {
  const notice = {
    ...about(alert, titles[alert.severity as 'info'], said(alert), now),
    isImportant: alert.severity !== 'info',
  }
  const toOwner = {
    ...notice,
    to: ownerOf(rule, alert),
    onceFor: `alert ${alert.id} owner`,
  }
  if (rule.role_id === null) return [toOwner]
  const toRole = {
    ...notice,
    to: operatorsSeeing(alert, rule.role_id),
    onceFor: `alert ${alert.id} role`,
  }
  return [toOwner, toRole]
}

const escalatedTo = (alert: StoredAlert, roleId: string | null): Recipients => ({
  ...operatorsSeeing(alert, roleId),
  orAnyRole: true,
})

export const escalatedNotice = (alert: StoredAlert, roleId: string | null, now: Date): Notice => ({
  ...about(alert, titles.escalated, said(alert), now),
  to: escalatedTo(alert, roleId),
  isImportant: true,
  onceFor: `alert ${alert.id} escalated`,
})

const endings = msg({
  within: '{name} is within its bounds again.',
  withoutPayments: '{name}: There are no payments any more.',
})

/** To all who were notified of it: the owner, the users of the rule's role, and those to whom it was escalated. */
export function recoveredNotices(
  alert: StoredAlert,
  rule: Owner & Pick<RuleRow, 'role_id' | 'escalate_role_id'>,
  { payments, now }: { readonly payments: number; readonly now: Date },
): Notice[] {
  const text = payments === 0 ? endings.withoutPayments : endings.within
  const notice = about(alert, titles.recovered, textWith(text, { name: escaped(alert.name) }), now)
  const to: readonly (readonly [string, Recipients])[] = [
    ['recovered', ownerOf(rule, alert)],
    ...(rule.role_id === null
      ? []
      : [['recovered role', operatorsSeeing(alert, rule.role_id)] as const]),
    ...(alert.escalated_at === null
      ? []
      : [['recovered escalated', escalatedTo(alert, rule.escalate_role_id)] as const]),
  ]
  return to.map(([name, recipients]) => ({
    ...{ ...notice, to: recipients, onceFor: `alert ${alert.id} ${name}` },
  }))
}

export const pausedNotice = (rule: RuleRow, reason: PauseReason, now: Date): Notice => ({
  to: {
    userIds: rule.owner_tenant_id === rule.tenant_id ? [rule.owner_id] : [],
    otherwise: operatorsSeeing(rule, null),
  },
  type: 'Alert',
  isImportant: true,
  title: titles.paused,
  description: textWith(msg('{name}: {reason}'), {
    name: escaped(rule.name),
    reason: reasons[reason],
  }),
  objectUrl: `/crm/reports/alert-rules?record=${rule.id}`,
  onceFor: `alert rule ${rule.id} paused ${now.toISOString()}`,
  now,
})
