import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const templateTexts = messages({
  preview: ['Preview', 'Önizleme'],
  previewAbout: [
    'The text above with real data, whether or not it is saved.',
    'Yukarıdaki metin, kaydedilmiş olsun ya da olmasın, gerçek verilerle.',
  ],
  merchant: ['With the data of', 'Verileri kullanılan'],
  firstMerchant: ['The first merchant', 'İlk üye iş yeri'],
  noMatch: ['No match', 'Eşleşme yok'],
  show: ['Show', 'Göster'],
  subject: ['Subject', 'Konu'],
  incomplete: ['Fill in the fields above first', 'Önce yukarıdaki alanları doldurun'],
  versions: ['Versions', 'Sürümler'],
  version: [(number: number) => `Version ${number}`, (number: number) => `Sürüm ${number}`],
  current: ['As it is now', 'Şimdiki hâli'],
  see: ['See', 'Gör'],
  hide: ['Hide', 'Gizle'],
  restore: ['Take it up', 'Forma al'],
  restored: [
    'The earlier version stands in the form. Save keeps it.',
    'Eski sürüm formda. Kaydet ile kalıcı olur.',
  ],
})
