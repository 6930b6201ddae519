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
  text,
  url,
} from '@counterfoil/kit/contract/resource-fields.ts'
import {
  boardingStages,
  merchantStatuses,
  processingStatuses,
  reviewStatuses,
} from './merchants.contract.ts'

const line = (english: string, turkish: string, max = 120) =>
  optional(text([english, turkish], { max }))

/** `['Users', 'Kullanıcılar']` by the table that names merchants. */
const uses = {
  app_user: ['Users', 'Kullanıcılar'],
  payment: ['Payments', 'Ödemeler'],
  mid: ['MIDs', 'MID’ler'],
  role: ['Roles', 'Roller'],
  user_merchant_limit: ['Limited operators', 'Sınırlı operatörler'],
  api_key: ['API keys', 'API anahtarları'],
  webhook_endpoint: ['Webhook endpoints', 'Webhook uç noktaları'],
  website: ['Websites', 'Web siteleri'],
  file: ['Files', 'Dosyalar'],
  merchant_document: ['Documents', 'Belgeler'],
  support_ticket: ['Support tickets', 'Destek talepleri'],
  support_label: ['Support labels', 'Destek etiketleri'],
  mpi_provider: ['MPI settings', 'MPI ayarları'],
  pipeline_item: ['Opportunities and projects', 'Fırsatlar ve projeler'],
  sales_task: ['Tasks', 'Görevler'],
  default_parameter: ['Default parameters', 'Varsayılan parametreler'],
  offer: ['Proposals and agreements', 'Teklifler ve sözleşmeler'],
  billing_setting: ['Billing settings', 'Faturalama ayarları'],
  ratio_alert: ['Ratio alerts', 'Oran uyarıları'],
  fee_schedule: ['Fees', 'Ücretler'],
  antifraud_rule: ['Antifraud rules', 'Dolandırıcılık kuralları'],
} as const

export const merchants = resource({
  id: 'merchants',
  one: ['Customer', 'Müşteri'],
  many: ['Customers', 'Müşteriler'],
  about: [
    'The businesses that take payments through you: who they are, how their account stands, and what holds for their payments.',
    'Sizin üzerinizden ödeme alan işletmeler: kim oldukları, hesaplarının durumu ve ödemeleri için geçerli olanlar.',
  ],
  path: '/crm/organizations',
  screen: {
    ...{ path: '/crm/organizations', record: '/crm/organizations/:id' },
    ...{ order: 60, icon: 'IconBuildingStore', group: 'crm' },
  },
  permission: { view: 'CRM.Organization.View', edit: 'CRM.Organization.Edit' },
  table: 'merchant',
  owner: 'tenant',
  merchantField: 'id',
  fields: {
    legalBusinessName: text(['Legal name', 'Ticari unvan'], { max: 200, example: 'Aster Ltd' }),
    tradingName: line('Trading name', 'Marka adı'),
    merchantStatus: choice(['Account', 'Hesap'], merchantStatuses, {
      hint: [
        'Only an active account takes new payments; captures and refunds go on',
        'Yalnızca etkin hesap yeni ödeme alır; tahsilatlar ve iadeler sürer',
      ],
    }),
    processingStatus: choice(['Processing', 'İşlem yetkisi'], processingStatuses, {
      hint: ['In which modes it takes payments', 'Hangi modlarda ödeme aldığı'],
    }),
    merchantType: text(['Kind of business', 'İşletme türü'], { max: 60, example: 'E-commerce' }),
    industryType: optional(
      reference(['Industry type (MCC)', 'Sektör (MCC)'], targets.industryType),
    ),
    riskLevelId: optional(
      reference(['Risk level', 'Risk düzeyi'], targets.riskLevel, {
        hint: ['Limits that hold for its payments', 'Ödemeleri için geçerli sınırlar'],
      }),
    ),
    homeCurrency: reference(['Home currency', 'Ana para birimi'], targets.currency),
    approvalThresholdMinor: optional(
      amount(['Approval above', 'Onay sınırı'], {
        currencyField: 'homeCurrency',
        hint: [
          'Payments above this, and those in other currencies, wait for approval; goes before the risk level’s',
          'Bunun üstündeki ve başka para birimlerindeki ödemeler onay bekler; risk düzeyininkinden önce gelir',
        ],
      }),
    ),
    registrationNumber: optional(
      text(['Registration number', 'Sicil numarası'], {
        max: 60,
        part: ['Registration', 'Sicil'],
      }),
    ),
    taxNumber: line('Tax number', 'Vergi numarası', 60),
    country: reference(['Country', 'Ülke'], targets.country),
    addressLine: line('Address', 'Adres', 200),
    city: line('City', 'Şehir'),
    region: line('Region', 'Bölge'),
    postalCode: line('Postal code', 'Posta kodu', 20),
    contactName: optional(
      text(['Contact', 'İlgili kişi'], { max: 120, part: ['Contact', 'İletişim'] }),
    ),
    email: optional(email(['E-mail', 'E-posta'])),
    phone: optional(phone(['Phone', 'Telefon'])),
    website: optional(url(['Website', 'Web sitesi'])),
    description: multiline(['Description', 'Açıklama'], { min: 0 }),
    notes: multiline(['Internal notes', 'İç notlar'], { min: 0 }),
  },
  createOnlyFields: {
    administratorEmail: optional(
      email(['Administrator’s e-mail', 'Yöneticinin e-postası'], {
        part: ['First administrator', 'İlk yönetici'],
        hint: [
          'Invited at once; leave empty to invite somebody later',
          'Hemen davet edilir; daha sonra davet etmek için boş bırakın',
        ],
      }),
    ),
    administratorFirstName: line('First name', 'Ad', 100),
    administratorLastName: line('Last name', 'Soyad', 100),
  },
  computedFields: {
    slug: text(['Short name', 'Kısa ad']),
    boardingStage: choice(['Boarding stage', 'Başvuru aşaması'], boardingStages),
    reviewStatus: choice(['Review', 'İnceleme'], reviewStatuses),
    activationDate: instant(['Active since', 'Etkinleşme']),
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
  usedBy: Object.entries(uses).map(([table, what]) => ({ table, column: 'merchant_id', what })),
})
