import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const scopingTexts = messages({
  title: ['Scope', 'Kapsam'],
  hint: [
    'A draft of what the ticket is about, read off it and tickets like it.',
    'Talepten ve benzer taleplerden çıkarılan bir özet taslağı.',
  ],
  start: ['Draft a scope', 'Kapsam taslağı çıkar'],
  again: ['Draft again', 'Yeniden çıkar'],
  running: ['A scope is being drafted…', 'Kapsam taslağı çıkarılıyor…'],
  failed: ['The scope could not be drafted', 'Kapsam taslağı çıkarılamadı'],
  summary: ['Summary', 'Özet'],
  category: ['Likely category', 'Olası kategori'],
  missing: ['Missing information', 'Eksik bilgiler'],
  similar: ['Similar closed tickets', 'Benzer kapalı talepler'],
  none: ['None found', 'Bulunamadı'],
  byModel: ['Written by a language model', 'Bir dil modeli yazdı'],
  bySimilarity: ['From similar tickets', 'Benzer taleplerden'],
})
