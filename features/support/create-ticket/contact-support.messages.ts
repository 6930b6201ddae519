import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const contactTexts = messages({
  title: ['Contact Support', 'Destekle iletişime geç'],
  tenant: ['Tenant', 'Kiracı'],
  category: ['Category', 'Kategori'],
  subject: ['Subject', 'Konu'],
  description: ['Description', 'Açıklama'],
  contactEmail: ['Contact e-mail', 'İletişim e-postası'],
  contacts: ['Contacts', 'İlgili kişiler'],
  contactsHint: [
    'People of the tenant who are told of answers',
    'Yanıtlardan haberdar edilecek kiracı çalışanları',
  ],
  add: ['Add', 'Ekle'],
  addReferences: ['Add to the ticket', 'Talebe ekle'],
  customers: ['Customers', 'Müşteriler'],
  transactions: ['Transactions', 'İşlemler'],
  transactionsHint: ['Type an external id and press Enter', 'Harici no yazıp Enter tuşuna basın'],
  priority: ['Priority', 'Öncelik'],
  attachments: ['Attachments', 'Ekler'],
  send: ['Send', 'Gönder'],
  uploading: ['Wait until the files are up', 'Dosyaların yüklenmesini bekleyin'],
  noCategories: [
    "Categories couldn't be loaded! Please contact support!",
    'Kategoriler yüklenemedi! Lütfen destekle iletişime geçin!',
  ],
  noTenants: [
    "Tenants couldn't be loaded! Please contact support!",
    'Kiracılar yüklenemedi! Lütfen destekle iletişime geçin!',
  ],
  created: ['Ticket created', 'Destek talebi oluşturuldu'],
  escalated: ['Ticket escalated', 'Destek talebi platforma iletildi'],
  filesFinished: ['Files finished uploading', 'Dosyaların yüklenmesi tamamlandı'],
  filesDeleted: ['Added files have been deleted', 'Eklenen dosyalar silindi'],
  open: ['Open it', 'Aç'],
  escalateTitle: ['Escalate Ticket', 'Destek talebini platforma ilet'],
  escalateHint: [
    'The platform sees what you write here and what you hand over, not the talk with your customer.',
    'Platform burada yazdıklarınızı ve ilettiklerinizi görür; müşterinizle yazışmanızı görmez.',
  ],
  escalate: ['Escalate', 'İlet'],
})
