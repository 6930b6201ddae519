import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const paletteTexts = messages({
  title: ['Search or go to', 'Ara veya git'],
  hint: ['A page, or the id of a record', 'Bir sayfa veya bir kaydın kimliği'],
  pages: ['Pages', 'Sayfalar'],
  searching: ['Searching…', 'Aranıyor…'],
  nothing: ['Nothing found', 'Sonuç bulunamadı'],
  nothingHint: [
    'Pages are found by their name, records by their id or external id.',
    'Sayfalar adlarıyla, kayıtlar kimlikleri veya dış kimlikleriyle bulunur.',
  ],
  failed: [
    'Records could not be searched. Pages can be opened.',
    'Kayıtlar aranamadı. Sayfalar açılabilir.',
  ],
  choose: ['choose', 'seç'],
  open: ['open', 'aç'],
  close: ['close', 'kapat'],
})
