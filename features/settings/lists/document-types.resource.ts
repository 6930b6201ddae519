import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, text, yesNo } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const documentTypes = resource({
  id: 'document-types',
  one: msg('Document type'),
  many: msg('Document types'),
  about: msg('The types of documents that merchants submit.'),
  path: '/crm/settings/document-types',
  screen: { path: '/crm/settings/document-types', order: 180, icon: 'IconFileText' },
  permission: 'Settings.GeneralSettings.DocumentType.View',
  table: 'document_type',
  owner: 'tenant',
  fields: {
    name: text(msg('Name'), { max: 120 }),
    purpose: choice(
      msg('Proves'),
      msg({
        identity: 'Identity',
        address: 'Address',
        company: 'Company',
        bank: 'Bank account',
        licence: 'Licence',
        other: 'Something else',
      }),
    ),
    isRequired: yesNo(msg('Required')),
  },
  columns: ['name', 'purpose', 'isRequired', 'updatedAt'],
  sort: 'name',
  search: ['name'],
  filters: ['purpose', 'isRequired'],
  unique: [['name']],
  usedBy: [{ table: 'pipeline_stage', column: 'document_type_ids', isList: true }],
})
