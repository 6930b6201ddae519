import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const itemTexts = messages({
  list: ['List', 'Liste'],
  board: ['Board', 'Pano'],
  views: ['Views', 'Görünümler'],
})
