import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, text, yesNo } from '@counterfoil/kit/contract/resource-fields.ts'

export const documentTypes = resource({
  id: 'document-types',
  one: ['Document type', 'Belge türü'],
  many: ['Document types', 'Belge türleri'],
  about: [
    'The kinds of documents that merchants hand in.',
    'Üye iş yerlerinin sunduğu belge türleri.',
  ],
  path: '/crm/settings/document-types',
  screen: { path: '/crm/settings/document-types', order: 180, icon: 'IconFileText' },
  permission: 'Settings.GeneralSettings.DocumentType.View',
  table: 'document_type',
  owner: 'tenant',
  fields: {
    name: text(['Name', 'Ad'], { max: 120 }),
    purpose: choice(['Proves', 'Kanıtladığı'], {
      identity: ['Identity', 'Kimlik'],
      address: ['Address', 'Adres'],
      company: ['Company', 'Şirket'],
      bank: ['Bank account', 'Banka hesabı'],
      licence: ['Licence', 'Ruhsat'],
      other: ['Something else', 'Başka bir şey'],
    }),
    isRequired: yesNo(['Required', 'Zorunlu']),
  },
  columns: ['name', 'purpose', 'isRequired', 'updatedAt'],
  sort: 'name',
  search: ['name'],
  filters: ['purpose', 'isRequired'],
  unique: [['name']],
  usedBy: [
    {
      table: 'merchant_document',
      column: 'document_type_id',
      what: ['Documents of merchants', 'Üye iş yerlerinin belgeleri'],
    },
    {
      table: 'pipeline_stage',
      column: 'document_type_ids',
      isList: true,
      what: ['Stages of pipelines', 'Süreç aşamaları'],
    },
    { table: 'set_activity', column: 'document_type_id', what: ['Activities', 'Etkinlikler'] },
    { table: 'sales_task', column: 'document_type_id', what: ['Tasks', 'Görevler'] },
  ],
})
