import { messages, type Text } from '@counterfoil/kit/web/texts/i18n.tsx'

export const eventTexts = messages({
  you: ['You', 'Siz'],
  empty: ['No events', 'Olay yok'],
  emptyHint: [
    'What you and your colleagues do appears here.',
    'Sizin ve iş arkadaşlarınızın yaptıkları burada görünür.',
  ],
  open: ['Open the payment', 'Ödemeyi aç'],
})

/** What a call did, by its id without the audience's suffix. A call that is not here is told as the audit trail tells it. */
export const actionTexts: Readonly<Record<string, Text>> = messages({
  'payments.approve': ['Approved a payment', 'Bir ödemeyi onayladı'],
  'payments.capture': ['Captured a payment', 'Bir ödemeyi tahsil etti'],
  'payments.changeStatus': ['Changed the status of a payment', 'Bir ödemenin durumunu değiştirdi'],
  'payments.checkStatus': ['Checked the status of a payment', 'Bir ödemenin durumunu sorguladı'],
  'payments.decline': ['Declined a payment', 'Bir ödemeyi reddetti'],
  'payments.dispute': ['Recorded a dispute', 'Bir itiraz kaydetti'],
  'payments.export': ['Exported payments', 'Ödemeleri dışa aktardı'],
  'payments.markRefunded': ['Marked a payment as refunded', 'Bir ödemeyi iade edildi yaptı'],
  'payments.refund': ['Refunded a payment', 'Bir ödemeyi iade etti'],
  'payments.reverse': ['Reversed a payment', 'Bir ödemeye ters kayıt yaptı'],
  'payments.void': ['Voided a payment', 'Bir ödemeyi iptal etti'],
  'webhooks.resend': ['Sent a webhook again', 'Bir webhook’u yeniden gönderdi'],
  'webhooks.merchant.resend': ['Sent a webhook again', 'Bir webhook’u yeniden gönderdi'],
  'saved-filters.create': ['Saved a filter', 'Bir filtre kaydetti'],
  'saved-filters.update': ['Changed a saved filter', 'Kayıtlı bir filtreyi değiştirdi'],
  'saved-filters.delete': ['Deleted a saved filter', 'Kayıtlı bir filtreyi sildi'],
  'files.upload': ['Uploaded a file', 'Bir dosya yükledi'],
  'files.delete': ['Deleted a file', 'Bir dosyayı sildi'],
  'files.tenant.upload': ['Uploaded a file', 'Bir dosya yükledi'],
  'files.tenant.delete': ['Deleted a file', 'Bir dosyayı sildi'],
})
