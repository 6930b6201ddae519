import { messages } from '@counterfoil/kit/web/i18n.tsx'

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
  yes: ['Yes', 'Evet'],
  no: ['No', 'Hayır'],
})

/** What was done, by the last word of the call's id. What is not here is shown in the call's own words. */
export const actionWords = messages({
  refund: ['Refund', 'İade'],
  capture: ['Capture', 'Tahsilat'],
  void: ['Void', 'İptal'],
  reverse: ['Reversal', 'Geri alma'],
  markRefunded: ['Marked as refunded', 'İade edildi olarak işaretlendi'],
  dispute: ['Dispute opened', 'İtiraz açıldı'],
  approve: ['Approval', 'Onay'],
  decline: ['Decline', 'Ret'],
  checkStatus: ['Status check', 'Durum sorgusu'],
  changeStatus: ['Change of status', 'Durum değişikliği'],
  create: ['Created', 'Oluşturuldu'],
  update: ['Changed', 'Değiştirildi'],
  delete: ['Deleted', 'Silindi'],
  apiLog: ['API log read', 'API kaydı okundu'],
  content: ['File downloaded', 'Dosya indirildi'],
  upload: ['File uploaded', 'Dosya yüklendi'],
  export: ['Export', 'Dışa aktarma'],
  'trail-export': ['Export of the audit trail', 'Denetim izinin dışa aktarılması'],
  saveTheme: ['Colours and logo', 'Renkler ve logo'],
})

/** Fields by their names in the API. What is not here is shown in the API's own words. */
export const fieldWords = messages({
  status: ['Status', 'Durum'],
  amount: ['Amount', 'Tutar'],
  reason: ['Reason', 'Neden'],
  reasonCode: ['Reason code', 'Neden kodu'],
  declineReason: ['Decline reason', 'Ret nedeni'],
  authorisedAmount: ['Authorised', 'Provizyon'],
  capturedAmount: ['Captured', 'Tahsil edilen'],
  refundedAmount: ['Refunded', 'İade edilen'],
  voidedAmount: ['Voided', 'İptal edilen'],
  disputedAmount: ['Disputed', 'İtiraz edilen'],
  currency: ['Currency', 'Para birimi'],
  name: ['Name', 'Ad'],
  logo: ['Logo', 'Logo'],
  layoutName: ['Layout', 'Yerleşim'],
  sidebarBackgroundColor: ['Sidebar', 'Kenar çubuğu'],
  headerBackgroundColor: ['Header', 'Üst çubuk'],
  mainBackgroundColor: ['Page', 'Sayfa'],
  primaryColor: ['Primary colour', 'Ana renk'],
  buttonsLinkColor: ['Buttons and links', 'Düğmeler ve bağlantılar'],
  buttonsLinkColorRGB: ['Buttons and links (RGB)', 'Düğmeler ve bağlantılar (RGB)'],
  textColor: ['Text', 'Metin'],
})

export const trailTexts = messages({
  title: ['Audit trail', 'Denetim izi'],
  description: [
    'Every change, export and read of sensitive data. Entries cannot be changed, and each organisation’s are chained.',
    'Her değişiklik, dışa aktarma ve hassas veri okuması. Kayıtlar değiştirilemez; her kuruluşunkiler birbirine zincirlidir.',
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
  widen: ['Nothing matches these filters', 'Bu filtrelere uyan kayıt yok'],
  nothingYet: [
    'What people do in the portal is kept here.',
    'Portalda yapılan işlemler burada saklanır.',
  ],
  clear: ['Clear the filters', 'Filtreleri temizle'],
  export: ['Export', 'Dışa aktar'],
})
