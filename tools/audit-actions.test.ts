import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leavesAnEntry, withoutEntry } from '../apps/api/testing/audited.ts'
import { accountActions } from '../features/access/audit/account-events.rules.ts'
import { actionName } from '../features/access/audit/audit-actions.rules.ts'
import { arrivalActions } from '../features/access/identity-providers/arrivals.rules.ts'
import { breakerActions } from '../features/routing/mids/breakers.rules.ts'
import { retentionAction } from '../features/settings/retention/retention.contract.ts'
import { administratorAction } from '../features/tenants/management/platform-administrator.public.ts'
import { scanAuditLabels } from '../kit/server/scan.ts'
import { takeInventory } from './inventory.ts'

const { actionLabels } = await scanAuditLabels()
const { endpoints } = await takeInventory(join(import.meta.dirname, '..'))
const audited = endpoints
  .map(({ value }) => value)
  .filter((one) => leavesAnEntry(one) && withoutEntry[one.id] === undefined)
const actions = new Set(
  [
    ...audited.map(({ id }) => id),
    ...accountActions,
    ...arrivalActions,
    ...breakerActions,
    ...[retentionAction, administratorAction],
  ].map(actionName),
)

test('every action of the audit trail has a text in both languages', () => {
  expect(actions.size).toBeGreaterThan(80)
  expect([...actions].filter((one) => !Object.hasOwn(actionLabels, one)).toSorted()).toEqual([])
})

test('no words are kept for what nobody can do', () => {
  expect(Object.keys(actionLabels).filter((one) => !actions.has(one))).toEqual([])
})
