// The machine's own words as people read them, in English and Turkish. Lists and details name things alike.

type Words = Readonly<Record<string, readonly [english: string, turkish: string]>>

const operations = {
  authorise: ['Authorisation', 'Provizyon'],
  capture: ['Capture', 'Tahsilat'],
  void: ['Void', 'İptal'],
  refund: ['Refund', 'İade'],
  reversal: ['Reversal', 'Ters kayıt'],
  payout: ['Payout', 'Para gönderimi'],
} as const

const paymentWords = {
  operation: operations,
  relation: {
    ...operations,
    dispute: ['Dispute', 'İtiraz'],
    same_order: ['Same order', 'Aynı sipariş'],
  },
  method: {
    card: ['Card', 'Kart'],
    bank_transfer: ['Bank transfer', 'Banka havalesi'],
    alternative: ['Alternative', 'Alternatif'],
  },
  brand: {
    visa: ['Visa', 'Visa'],
    mastercard: ['Mastercard', 'Mastercard'],
    american_express: ['American Express', 'American Express'],
    troy: ['Troy', 'Troy'],
  },
  channel: {
    api: ['Merchant API', 'Üye iş yeri API'],
    virtual_terminal: ['Virtual terminal', 'Sanal terminal'],
    payment_link: ['Payment link', 'Ödeme bağlantısı'],
    batch: ['Batch', 'Toplu işlem'],
    pos: ['Point of sale', 'Satış noktası (POS)'],
    recurring: ['Recurring', 'Yinelenen ödeme'],
  },
  cardType: {
    credit: ['Credit', 'Kredi kartı'],
    debit: ['Debit', 'Banka kartı'],
    prepaid: ['Prepaid', 'Ön ödemeli kart'],
  },
  actor: {
    api_key: ['API key', 'API anahtarı'],
    user: ['User', 'Kullanıcı'],
    system: ['System', 'Sistem'],
    acquirer: ['Acquirer', 'Banka'],
  },
  pendingOn: {
    acquirer: ['The acquirer', 'Bankanın yanıtı'],
    challenge: ["The customer's confirmation", 'Müşterinin onayı'],
    bank: ['The bank', 'Banka'],
  },
  fee: {
    capture: ['Capture', 'Tahsilat'],
    void: ['Void', 'İptal'],
    refund: ['Refund', 'İade'],
    dispute: ['Dispute', 'İtiraz'],
    payout: ['Payout', 'Para gönderimi'],
  },
  account: {
    authorised: ['Authorised', 'Provizyondaki tutar'],
    authorised_contra: ['Authorised, contra', 'Provizyon karşılığı'],
    acquirer_receivable: ['Acquirer receivable', 'Bankadan alacak'],
    merchant_payable: ['Merchant payable', 'Üye iş yerine borç'],
    disputed_funds: ['Disputed funds', 'İtirazlı tutarlar'],
    payouts_pending: ['Payouts under way', 'Süren para gönderimleri'],
    fee_income: ['Fee income', 'Ücret geliri'],
  },
  disputeState: {
    opened: ['Dispute open', 'İtiraz açık'],
    accepted: ['Dispute accepted', 'İtiraz kabul edildi'],
    won: ['Dispute won', 'İtiraz kazanıldı'],
    lost: ['Dispute lost', 'İtiraz kaybedildi'],
  },
  event: {
    'payment.created': ['Created', 'Oluşturuldu'],
    'payment.validated': ['Validated', 'Doğrulandı'],
    'payment.sent': ['Sent to the acquirer', 'Bankaya gönderildi'],
    'payment.cascaded': ['Sent on to another MID', "Başka bir MID'e gönderildi"],
    'payment.pending': ['Pending', 'Beklemede'],
    'payment.reserved': ['Authorised', 'Provizyon alındı'],
    'payment.captured': ['Captured', 'Tahsil edildi'],
    'payment.voided': ['Voided', 'İptal edildi'],
    'payment.refunded': ['Refunded', 'İade edildi'],
    'payment.reversed': ['Reversed', 'Ters kayıt yapıldı'],
    'payment.declined': ['Declined', 'Reddedildi'],
    'payment.failed': ['Failed', 'Başarısız oldu'],
    'payment.blocked': ['Blocked', 'Engellendi'],
    'payment.approved': ['Approved', 'Onaylandı'],
    'payment.waiting_for_approval': ['Held for approval', 'Onaya alındı'],
    'payout.requested': ['Payout requested', 'Para gönderimi istendi'],
    'payout.approved': ['Payout approved', 'Para gönderimi onaylandı'],
    'payout.paid': ['Paid out', 'Para gönderimi yapıldı'],
    'dispute.opened': ['Dispute opened', 'İtiraz açıldı'],
    'dispute.won': ['Dispute won', 'İtiraz kazanıldı'],
    'dispute.lost': ['Dispute lost', 'İtiraz kaybedildi'],
    'dispute.accepted': ['Dispute accepted', 'İtiraz kabul edildi'],
  },
} as const satisfies Record<string, Words>

/** What happens to an operation that does not end well, said after its name. */
const steps: Words = {
  requested: ['requested', 'istendi'],
  waiting: ['waiting', 'bekliyor'],
  unknown: ['outcome unknown', 'sonucu bilinmiyor'],
  declined: ['declined', 'reddedildi'],
  failed: ['failed', 'başarısız oldu'],
}

export type PaymentLabelGroup = keyof typeof paymentWords
export type LabelLanguage = 'en' | 'tr'

/** A word in a language; one that has no text is made readable. */
export function paymentLabel(
  group: PaymentLabelGroup,
  word: string,
  language: LabelLanguage,
): string {
  const place = language === 'tr' ? 1 : 0
  const known = (paymentWords[group] as Words)[word]
  if (known !== undefined) return known[place]
  const [name = '', step = ''] = word.split('.')
  const operation = (operations as Words)[name]
  const said = steps[step]
  if (group === 'event' && operation !== undefined && said !== undefined) {
    return `${operation[place]}: ${said[place]}`
  }
  const words = word.replaceAll('_', ' ').replaceAll('.', ': ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Why an action is refused, by the last part of its code; the English sentences are the machine's own. */
export const refusalsInTurkish: Readonly<Record<string, string>> = {
  not_started: 'Ödeme henüz bir bankaya gönderilmedi',
  not_authorised: 'Ödemeye provizyon verilmedi; üzerinde işlem yapılamaz',
  outcome_unknown: 'Ödemenin sonucu henüz bilinmiyor. Önce durumunu sorgulayın',
  held: 'Ödeme onay bekliyor. Önce onaylayın veya reddedin',
  not_held: 'Ödeme onay beklemiyor',
  nothing_captured: 'Tahsil edilmiş bir tutar yok',
  nothing_left: 'Provizyondan kalan tutar yok: tahsil veya iptal edildi',
  all_refunded: 'Tahsil edilen tutarın tamamı iade edildi',
  was_voided: 'Ödeme iptal edildi',
  was_reversed: 'Ödeme ters kayıtla geri alındı',
  outcome_known: 'Ödemenin sonucu biliniyor',
  nothing_open: 'Bankada açık bir işlem yok',
  challenge_running: 'Müşteriden onay isteniyor. Kendiliğinden sona erer',
  in_progress: 'Bu ödemede başka bir işlem sürüyor. Sonucunu bekleyin',
  disputed: 'Kalan tutar itirazlı. İade edilirse iki kez ödenmiş olur',
  undisputed: 'Bu ödemede açık bir itiraz yok',
  partly_captured: 'Yalnızca tamamı tahsil edilen ödeme geri alınabilir. Bunun yerine iade edin',
  partly_refunded: 'Ödemenin bir bölümü iade edildi. Kalanı iade edin',
  another_day: 'Ödeme yalnızca kendi iş gününde geri alınabilir. Bunun yerine iade edin',
  dispute_open: 'Bu ödemede açık bir itiraz var. Sonucunu bekleyin',
  payout_waits: 'Bu ödemenin başka bir para gönderimi onay bekliyor. Önce onu karara bağlayın',
  no_payout: 'Bu ödemede onay bekleyen bir para gönderimi yok',
  own_payout: 'Bu para gönderimini siz istediniz. Başka birinin onaylaması gerekir',
  method: 'Bu yöntemle yapılan ödemelerde bu işlem yapılamaz',
  not_permitted: 'Rolünüz bu işlemi içermiyor',
}

export function refusalText(
  answer: { readonly code: string | null; readonly reason: string | null },
  language: LabelLanguage,
): string {
  const refusal = answer.code?.split('.').at(-1) ?? ''
  const turkish = refusalsInTurkish[refusal]
  return language === 'tr' && turkish !== undefined ? turkish : (answer.reason ?? '')
}
