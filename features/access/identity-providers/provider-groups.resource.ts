import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { ownRecords, targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { reference, text, wholeNumber } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const providerGroups = resource({
  id: 'identity-provider-groups',
  one: msg('Role by group'),
  many: msg('Roles by groups'),
  about: msg('Which role a group at the identity provider gives.'),
  path: '/crm/settings/identity-providers/groups',
  permission: 'Settings.GeneralSettings.IdentityProvider.View',
  table: 'identity_provider_group',
  owner: 'tenant',
  orderedIn: 'providerId',
  fields: {
    providerId: reference(
      msg('Identity provider'),
      { ...ownRecords('identity_provider'), hasActivity: false },
      { isFixed: true },
    ),
    name: text(msg('Group'), {
      max: 254,
      hint: msg('As the claim has it: a name, a path or an id'),
    }),
    roleId: reference(msg('Role'), targets.operatorRole),
  },
  computedFields: { sortOrder: wholeNumber(msg('Place')) },
  columns: ['name', 'roleId'],
  sort: 'sortOrder',
  search: ['name'],
  filters: ['providerId'],
  unique: [['providerId', 'name']],
})
