import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const dashboardTexts = messages({
  title: ['Dashboard', 'Gösterge paneli'],
  asOf: [(time: string) => `As of ${time}`, (time: string) => `${time} itibarıyla`],
  refresh: ['Refresh', 'Yenile'],
  today: ['Today', 'Bugün'],
  last7: ['Last 7 days', 'Son 7 gün'],
  last30: ['Last 30 days', 'Son 30 gün'],
  captured: ['captured', 'tahsil edildi'],
  payments: [
    (count: string) => (count === '1' ? '1 payment' : `${count} payments`),
    (count: string) => `${count} ödeme`,
  ],
  approved: [(rate: string) => `${rate} approved`, (rate: string) => `${rate} onaylandı`],
  refunded: ['refunded', 'iade edildi'],
  none: ['No payments', 'Ödeme yok'],
  perDay: ['Captured per day', 'Günlük tahsilat'],
  asTable: ['Show as table', 'Tablo olarak göster'],
  day: ['Day', 'Gün'],
  count: ['Payments', 'Ödemeler'],
  amount: ['Captured', 'Tahsil edilen'],
  statuses: ['By status, 30 days', 'Duruma göre, 30 gün'],
  nothing: ['Nothing to show', 'Gösterilecek bir şey yok'],
  noPermission: [
    'Figures of payments are shown to those who may look payments up.',
    'Ödeme rakamları, ödemeleri görüntüleyebilenlere gösterilir.',
  ],
  noData: ['No data', 'Veri yok'],
})
