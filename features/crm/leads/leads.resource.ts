import { stageKinds } from '@counterfoil/features/settings/pipelines/kinds.contract.ts'
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

const line = (english: string, turkish: string, max = 120) =>
  optional(text([english, turkish], { max }))

export const leads = resource({
  id: 'leads',
  one: ['Lead', 'Aday müşteri'],
  many: ['Leads', 'Aday müşteriler'],
  about: [
    'Businesses that may become your customers: who they are, what they expect, and how far you have come with them.',
    'Müşteriniz olabilecek işletmeler: kim oldukları, ne bekledikleri ve görüşmelerin geldiği nokta.',
  ],
  path: '/crm/leads',
  screen: {
    ...{ path: '/crm/leads', record: '/crm/leads/:id' },
    ...{ order: 10, icon: 'IconUserSearch', group: 'crm' },
  },
  permission: 'CRM.Lead.View',
  table: 'lead',
  owner: 'tenant',
  isSetting: false,
  refreshes: ['tasks.*', 'opportunities.*'],
  fields: {
    company: text(['Company', 'Şirket'], { max: 200, example: 'Aster Ltd' }),
    contactName: line('Contact', 'İlgili kişi'),
    email: optional(email(['E-mail', 'E-posta'])),
    phone: optional(phone(['Phone', 'Telefon'])),
    website: optional(url(['Website', 'Web sitesi'])),
    country: optional(reference(['Country', 'Ülke'], targets.country)),
    industryType: optional(
      reference(['Industry type (MCC)', 'Sektör (MCC)'], targets.industryType),
    ),
    source: optional(
      choice(
        ['Source', 'Kaynak'],
        {
          website: ['Website', 'Web sitesi'],
          referral: ['Referral', 'Tavsiye'],
          partner: ['Partner', 'İş ortağı'],
          event: ['Event', 'Etkinlik'],
          call: ['Cold call', 'Arama'],
          advertisement: ['Advertisement', 'Reklam'],
          other: ['Other', 'Diğer'],
        },
        { hint: ['Where you know them from', 'Nereden tanıdığınız'] },
      ),
    ),
    currency: optional(reference(['Currency', 'Para birimi'], targets.currency)),
    monthlyVolumeMinor: optional(
      amount(['Expected monthly volume', 'Beklenen aylık hacim'], { currencyField: 'currency' }),
    ),
    leadStatusId: optional(
      reference(['Lead status', 'Aday durumu'], ownRecords('lead_status'), {
        hint: ['Empty: the first that is open', 'Boş: açık olanların ilki'],
      }),
    ),
    ownerId: optional(
      reference(['Looked after by', 'Sorumlu'], targets.operator, {
        hint: ['Empty: whoever makes it', 'Boş: kaydı oluşturan'],
      }),
    ),
    description: multiline(['Description', 'Açıklama'], { min: 0 }),
  },
  computedFields: { convertedAt: instant(['Became an opportunity', 'Fırsata dönüştü']) },
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
      label: ['State', 'Gidişat'],
      choices: stageKinds,
      ofNothing: 'open',
      initial: 'open',
    },
  },
  usedBy: [
    {
      table: 'pipeline_item',
      column: 'lead_id',
      what: ['Opportunities and projects', 'Fırsatlar ve projeler'],
    },
    { table: 'sales_task', column: 'lead_id', what: ['Tasks', 'Görevler'] },
  ],
})
