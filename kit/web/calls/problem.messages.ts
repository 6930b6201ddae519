import { messages } from '../texts/i18n.tsx'

/** What is said when no server said it. The English texts are the documents', to the letter, where they have one. */
export const problemTexts = messages({
  unknown: ['Unknown error', 'Bilinmeyen hata'],
  forbidden: [
    'You are not authorized to perform this action',
    'Bu işlemi gerçekleştirme yetkiniz yok',
  ],
  unreachable: ['The server cannot be reached', 'Sunucuya ulaşılamıyor'],
  offline: ['You are offline', 'Çevrimdışısınız'],
})
