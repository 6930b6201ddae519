import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const antifraudTexts = messages({
  blockCard: ['Block this card', 'Bu kartı engelle'],
})
