import { stageKinds } from '@counterfoil/features/settings/pipelines/kinds.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { ownRecords, targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  choice,
  email,
  instant,
  multiline,
  optional,
  phone,
  reference,
  text,
  url,
} from '@counterfoil/kit/contract/resource-fields.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

const line = (label: Text, max = 120) => optional(text(label, { max }))

export const leads = resource({
  id: 'leads',
  one: msg('Lead'),
  many: msg('Leads'),
  about: msg(
    'Businesses that may become customers: who they are, what they expect, and their progress.',
  ),
  path: '/crm/leads',
  screen: {
    ...{ path: '/crm/leads', record: '/crm/leads/:id' },
    ...{ order: 10, icon: 'IconUserSearch', group: 'crm' },
  },
  permission: { view: 'CRM.Lead.View', edit: 'CRM.Lead.Edit', remove: 'CRM.Lead.Delete' },
  table: 'lead',
  owner: 'tenant',
  isSetting: false,
  refreshes: ['tasks.*', 'opportunities.*'],
  fields: {
    company: text(msg('Company'), { max: 200, example: 'Aster Ltd' }),
    contactName: line(msg({ contactName: 'Contact' }).contactName),
    email: optional(email(msg('E-mail'))),
    phone: optional(phone(msg('Phone'))),
    website: optional(url(msg('Website'))),
    country: optional(reference(msg('Country'), targets.country)),
    industryType: optional(reference(msg('Industry type (MCC)'), targets.industryType)),
    source: optional(
      choice(
        msg('Source'),
        msg({
          website: 'Website',
          referral: 'Referral',
          partner: 'Partner',
          event: 'Event',
          call: 'Cold call',
          advertisement: 'Advertisement',
          other: 'Other',
        }),
        { hint: msg('Where you know them from') },
      ),
    ),
    currency: optional(reference(msg('Currency'), targets.currency)),
    monthlyVolumeMinor: optional(
      amount(msg('Expected monthly volume'), { currencyField: 'currency' }),
    ),
    leadStatusId: optional(
      reference(msg('Lead status'), ownRecords('lead_status'), {
        hint: msg('If empty: the first that is open'),
      }),
    ),
    ownerId: optional(
      reference(msg('Owner'), targets.operator, {
        hint: msg('If empty: you'),
      }),
    ),
    description: multiline(msg('Description'), { min: 0 }),
  },
  computedFields: { convertedAt: instant(msg('Became an opportunity')) },
  columns: [
    'company',
    'contactName',
    'source',
    'monthlyVolumeMinor',
    'leadStatusId',
    'ownerId',
    'updatedAt',
  ],
  sort: '-updatedAt',
  search: ['company', 'contactName', 'email', 'phone', 'website'],
  filters: ['leadStatusId', 'ownerId', 'source', 'country'],
  relationFilters: {
    standing: {
      field: 'leadStatusId',
      column: 'kind',
      label: msg('State'),
      choices: stageKinds,
      ofNothing: 'open',
      initial: 'open',
    },
  },
  usedBy: [{ table: 'sales_task', column: 'lead_id' }],
})
