import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const decisionTexts = messages({
  title: ['Pending payments', 'Bekleyen ödemeler'],
  description: [
    'Payouts to customers that wait for a second person. Nobody approves their own.',
    'Müşterilere yapılacak, ikinci bir kişinin onayını bekleyen para gönderimleri. Kimse kendi isteğini onaylayamaz.',
  ],
  list: ['Payouts that wait', 'Bekleyen para gönderimleri'],
  requested: ['Requested', 'İstenme'],
  amount: ['Payout', 'Gönderilecek tutar'],
  by: ['Requested by', 'İsteyen'],
  you: ['You', 'Siz'],
  reason: ['Reason', 'Neden'],
  merchant: ['Merchant', 'Üye iş yeri'],
  tenant: ['Tenant', 'Kiracı'],
  to: ['To', 'Alıcı'],
  email: ['E-mail', 'E-posta'],
  payment: ['Payment', 'Ödeme'],
  nothing: ['Nothing waits', 'Bekleyen yok'],
  nothingText: [
    'Payouts that somebody asks for on a payment appear here until they are approved or declined.',
    'Bir ödemede istenen para gönderimleri, onaylanana veya reddedilene kadar burada görünür.',
  ],
  selected: [(count: number) => `${count} selected`, (count: number) => `${count} seçildi`],
  approve: ['Approve', 'Onayla'],
  decline: ['Decline', 'Reddet'],
  approveTitle: [
    (count: number) => (count === 1 ? 'Approve this payout?' : `Approve ${count} payouts?`),
    (count: number) =>
      count === 1 ? 'Bu para gönderimi onaylansın mı?' : `${count} para gönderimi onaylansın mı?`,
  ],
  declineTitle: [
    (count: number) => (count === 1 ? 'Decline this payout?' : `Decline ${count} payouts?`),
    (count: number) =>
      count === 1 ? 'Bu para gönderimi reddedilsin mi?' : `${count} para gönderimi reddedilsin mi?`,
  ],
  approveText: ['They are sent to the acquirer at once.', 'Hemen bankaya gönderilir.'],
  declineText: [
    'Nothing is sent; the merchant gets back what was set aside.',
    'Hiçbir şey gönderilmez; ayrılan tutar üye iş yerine geri verilir.',
  ],
  results: ['What became of them', 'Sonuçlar'],
  sum: [
    (done: number, all: number) => `${done} of ${all} done`,
    (done: number, all: number) => `${all} içinden ${done} tamam`,
  ],
  approved: ['Payouts approved', 'Para gönderimleri onaylandı'],
  declined: ['Payouts declined', 'Para gönderimleri reddedildi'],
  close: ['Close', 'Kapat'],
})
