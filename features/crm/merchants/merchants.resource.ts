import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
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
  startingAs,
  text,
  url,
} from '@counterfoil/kit/contract/resource-fields.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import {
  boardingStages,
  merchantStatuses,
  processingStatuses,
  reviewStatuses,
} from './merchants.schema.ts'

const msg = messagesOf(import.meta.url)

const line = (label: Text, max = 120) => optional(text(label, { max }))

export const merchants = resource({
  id: 'merchants',
  one: msg('Customer'),
  many: msg('Customers'),
  about: msg(
    'The businesses that take payments through you: their details, their account status and the rules for their payments.',
  ),
  path: '/crm/organizations',
  screen: {
    ...{ path: '/crm/organizations', record: '/crm/organizations/:id' },
    ...{ order: 60, icon: 'IconBuildingStore', group: 'crm' },
  },
  permission: {
    view: 'CRM.Organization.View',
    edit: 'CRM.Organization.Edit',
    remove: 'CRM.Organization.Delete',
  },
  table: 'merchant',
  owner: 'tenant',
  merchantField: 'id',
  fields: {
    legalBusinessName: text(msg('Legal name'), { max: 200, example: 'Aster Ltd' }),
    tradingName: line(msg('Trading name')),
    merchantStatus: choice(msg('Account'), merchantStatuses, {
      hint: msg(
        'Only an active account takes new payments and is paid out; captures and refunds go on',
      ),
    }),
    processingStatus: choice(msg('Processing'), processingStatuses, {
      hint: msg('In which modes it takes payments'),
    }),
    boardingStage: startingAs(choice(msg('Boarding stage'), boardingStages), 'Application'),
    reviewStatus: startingAs(choice(msg('Review'), reviewStatuses), 'Not started'),
    merchantType: text(msg('Kind of business'), { max: 60, example: 'E-commerce' }),
    industryType: optional(reference(msg('Industry type (MCC)'), targets.industryType)),
    riskLevelId: optional(
      reference(msg('Risk level'), targets.riskLevel, {
        hint: msg('Limits that hold for its payments'),
      }),
    ),
    homeCurrency: reference(msg('Home currency'), targets.currency),
    approvalThresholdMinor: optional(
      amount(msg('Approval above'), {
        currencyField: 'homeCurrency',
        hint: msg(
          'Payments above this, and those in other currencies, wait for approval; goes before the risk level’s',
        ),
      }),
    ),
    registrationNumber: optional(
      text(msg('Registration number'), {
        max: 60,
        part: msg('Registration'),
      }),
    ),
    taxNumber: line(msg('Tax number'), 60),
    country: reference(msg('Country'), targets.country),
    addressLine: line(msg('Address'), 200),
    city: line(msg('City')),
    region: line(msg('Region')),
    postalCode: line(msg('Postal code'), 20),
    contactName: optional(
      text(msg({ contactPerson: 'Contact' }).contactPerson, { max: 120, part: msg('Contact') }),
    ),
    email: optional(email(msg('E-mail'))),
    phone: optional(phone(msg('Phone'))),
    website: optional(url(msg('Website'))),
    description: multiline(msg('Description'), { min: 0 }),
    notes: multiline(msg('Internal notes'), { min: 0 }),
  },
  createOnlyFields: {
    administratorEmail: optional(
      email(
        msg('Administrator’s e-mail'),
        msg({
          part: 'First administrator',
          hint: 'Invited immediately; leave empty to invite a user later',
        }),
      ),
    ),
    administratorFirstName: line(msg('First name'), 100),
    administratorLastName: line(msg('Last name'), 100),
  },
  computedFields: {
    slug: text(msg('Short name')),
    activationDate: instant(msg('Active since')),
  },
  columns: [
    'legalBusinessName',
    'tradingName',
    'processingStatus',
    'industryType',
    'riskLevelId',
    'country',
    'boardingStage',
    'updatedAt',
  ],
  sort: 'legalBusinessName',
  search: [
    'legalBusinessName',
    'tradingName',
    'email',
    'website',
    'taxNumber',
    'registrationNumber',
    'slug',
  ],
  filters: ['merchantStatus', 'processingStatus', 'industryType', 'riskLevelId', 'country'],
  unique: [['legalBusinessName']],
})
