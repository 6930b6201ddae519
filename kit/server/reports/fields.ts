// Fields that the forms of several reports have.

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { rangeNames } from '@counterfoil/kit/contract/reports.contract.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { listTenantNames } from '@counterfoil/kit/database/tenants.ts'
import type { Context, UserCaller } from '../request/context.ts'
import type { FormField } from './report.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  date: 'Date',
  mode: 'Mode',
  live: 'Live',
  test: 'Test',
  tenant: 'Tenant',
})

/** The days of a report. */
export const daysField = (more: Partial<FormField> = {}): FormField => ({
  name: 'date',
  label: texts.date,
  type: 'dateRange',
  startDateName: 'dateFrom',
  endDateName: 'dateTo',
  ranges: [...rangeNames],
  ...more,
})

/** A search by words. */
export const searchField = (label: Text): FormField => ({
  name: 'searchKey',
  label,
  type: 'search',
})

const optionsOf = (words: Readonly<Record<string, Text>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** One of some values, each with its word. */
export const selectField = (
  name: string,
  label: Text,
  words: Readonly<Record<string, Text>>,
  more: Partial<FormField> = {},
): FormField => ({ name, label, type: 'select', options: optionsOf(words), ...more })

/** Any of some values, each with its word. */
export const severalField = (
  name: string,
  label: Text,
  words: Readonly<Record<string, Text>>,
  more: Partial<FormField> = {},
): FormField => ({
  name,
  label,
  type: 'multiSelect',
  multiSelectOptions: optionsOf(words),
  ...more,
})

/** Live or Test; merchants switch it for all of their pages. */
export const modeFields = ({ caller }: Context<UserCaller>, isFurther: boolean): FormField[] =>
  caller.userType === 'merchant'
    ? []
    : [selectField('mode', texts.mode, { Live: texts.live, Test: texts.test }, { isFurther })]

/** Whose records: for platform staff, who see every tenant. */
export async function tenantFields({
  caller,
  database,
}: Context<UserCaller>): Promise<FormField[]> {
  if (caller.userType !== 'platform') return []
  const tenants = await listTenantNames(database.shared)
  const words = Object.fromEntries(tenants.map(({ id, name }) => [id, { en: name }]))
  return [selectField('tenantId', texts.tenant, words)]
}
