import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const leadTexts = messages({
  contact: ['Contact', 'İletişim'],
  business: ['Business', 'İşletme'],
  none: ['No status', 'Durum yok'],
  convert: ['Make it an opportunity', 'Fırsata dönüştür'],
  convertAbout: [
    'What is known of the lead goes along, and its story stays with both.',
    'Aday hakkında bilinenler birlikte gider; geçmişi ikisinde de kalır.',
  ],
  name: ['Name of the opportunity', 'Fırsatın adı'],
  pipeline: ['Pipeline', 'Süreç'],
  converted: ['It is an opportunity now', 'Artık bir fırsat'],
  alreadyConverted: [
    'This lead has become an opportunity already',
    'Bu aday zaten bir fırsata dönüştü',
  ],
  opportunities: ['Opportunities', 'Fırsatlar'],
})
