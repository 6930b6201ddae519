import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

type Name = string | undefined

export const storyTexts = messages({
  title: ['What happened', 'Neler oldu'],
  label: ['Note what happened', 'Neler olduğunu not edin'],
  add: ['Note', 'Not et'],
  none: ['Nothing noted yet', 'Henüz not yok'],
  older: ['Older', 'Daha eski'],
  by: [(name: string) => `by ${name}`, (name: string) => name],
  note: ['Noted', 'Not'],
  made: ['Made', 'Oluşturuldu'],
  converted: [
    (_: Name, to: Name) => `Became the opportunity ${to ?? ''}`,
    (_: Name, to: Name) => `Fırsata dönüştü: ${to ?? ''}`,
  ],
  task: [
    (_: Name, to: Name) => `Task done: ${to ?? ''}`,
    (_: Name, to: Name) => `Görev yapıldı: ${to ?? ''}`,
  ],
  stage: [
    (from: Name, to: Name) => `Moved from ${from ?? '–'} to ${to ?? '–'}`,
    (from: Name, to: Name) => `Aşama: ${from ?? '–'} → ${to ?? '–'}`,
  ],
  status: [
    (from: Name, to: Name) => `Status changed from ${from ?? '–'} to ${to ?? '–'}`,
    (from: Name, to: Name) => `Durum: ${from ?? '–'} → ${to ?? '–'}`,
  ],
})
