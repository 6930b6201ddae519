import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const itemTexts = messages({
  details: ['Details', 'Ayrıntılar'],
  way: ['Stage', 'Aşama'],
  moveTo: [(stage: string) => `Move to ${stage}`, (stage: string) => `${stage} aşamasına taşı`],
  closeAs: ['Close as', 'Kapat'],
  reopen: ['Open again', 'Yeniden aç'],
  closed: ['Closed', 'Kapalı'],
  pipeline: ['Pipeline', 'Süreç'],
  noPipeline: ['No pipeline for these yet', 'Bunlar için henüz süreç yok'],
  noPipelineHint: [
    'Pipelines are made in the settings, under CRM.',
    'Süreçler ayarlarda, CRM altında oluşturulur.',
  ],
  expected: ['Expected', 'Beklenen'],
  count: [
    (count: number) => (count === 1 ? '1 record' : `${count} records`),
    (count: number) => `${count} kayıt`,
  ],
  more: [(count: number) => `${count} more`, (count: number) => `${count} tane daha`],
  empty: ['Nothing here', 'Burada kayıt yok'],
  due: [(day: string) => `by ${day}`, (day: string) => `${day} tarihine kadar`],
})
