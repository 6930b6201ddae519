import { messages } from '@counterfoil/kit/web/i18n.tsx'

export const filterTexts = messages({
  search: ['Search', 'Ara'],
  clear: ['Clear', 'Temizle'],
  clearAll: ['Clear filters', 'Filtreleri temizle'],
  apply: ['Apply', 'Uygula'],
  chosen: [
    (label: string, value: string) => `${label}: ${value}`,
    (label: string, value: string) => `${label}: ${value}`,
  ],
  several: [(n: number) => `${n} chosen`, (n: number) => `${n} seçili`],
  noMatch: ['No match', 'Eşleşme yok'],
  today: ['Today', 'Bugün'],
  yesterday: ['Yesterday', 'Dün'],
  last7: ['Last 7 days', 'Son 7 gün'],
  last30: ['Last 30 days', 'Son 30 gün'],
  thisMonth: ['This month', 'Bu ay'],
  lastMonth: ['Last month', 'Geçen ay'],
  timeFrom: ['From', 'Başlangıç'],
  timeTo: ['To', 'Bitiş'],
  hours: ['Hours', 'Saat'],
  minutes: ['Minutes', 'Dakika'],
  tooLong: [(days: number) => `At most ${days} days`, (days: number) => `En fazla ${days} gün`],
  amountFrom: ['At least', 'En az'],
  amountTo: ['At most', 'En çok'],
  notAnAmount: ['Not an amount', 'Geçerli bir tutar değil'],
})
