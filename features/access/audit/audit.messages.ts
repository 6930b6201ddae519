import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const auditTexts = messages({
  title: ['Changes', 'Değişiklikler'],
  nothing: ['No changes yet', 'Henüz değişiklik yok'],
  nothingHint: [
    'What people do with this record in the portal is kept here.',
    'Portalda bu kayıtla yapılan işlemler burada saklanır.',
  ],
  field: ['Field', 'Alan'],
  before: ['Before', 'Önce'],
  after: ['After', 'Sonra'],
  noDifference: ['Nothing of the record changed', 'Kayıtta değişiklik olmadı'],
  older: ['Older changes', 'Daha eski değişiklikler'],
  request: ['Request', 'İstek'],
  from: [(address: string) => `from ${address}`, (address: string) => `${address} adresinden`],
  yes: ['Yes', 'Evet'],
  no: ['No', 'Hayır'],
})

export const trailTexts = messages({
  title: ['Audit trail', 'Denetim izi'],
  description: [
    'Sign-ins, changes, exports and reads of sensitive data. Entries cannot be changed, and each organisation’s are chained.',
    'Oturum açmalar, değişiklikler, dışa aktarmalar ve hassas veri okumaları. Kayıtlar değiştirilemez; her kuruluşunkiler birbirine zincirlidir.',
  ],
  search: ['Name, record or request', 'Ad, kayıt veya istek'],
  date: ['Date', 'Tarih'],
  action: ['Action', 'İşlem'],
  record: ['Record', 'Kayıt'],
  who: ['Who', 'Kim'],
  when: ['When', 'Ne zaman'],
  from: ['From', 'Nereden'],
  request: ['Request', 'İstek'],
  tenant: ['Tenant', 'Kiracı'],
  changes: ['Changes', 'Değişiklikler'],
  show: ['Show', 'Göster'],
  nothing: ['No entries', 'Kayıt yok'],
  nothingYet: [
    'What people do in the portal is kept here.',
    'Portalda yapılan işlemler burada saklanır.',
  ],
  export: ['Export', 'Dışa aktar'],
})
