import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const orderTexts = messages({
  title: ['Bank order uploads', 'Banka talimatı yüklemeleri'],
  description: [
    "A bank's statements as CSV. Their lines settle the bank transfers whose references they quote.",
    'Bankanın CSV ekstreleri. Satırlar, referansını taşıdıkları banka havalelerini sonuçlandırır.',
  ],
  list: ['Statements', 'Ekstreler'],
  itemsOf: [(name: string) => `Statement ${name}`, (name: string) => `Ekstre ${name}`],
  items: ['Lines', 'Satırlar'],
  upload: ['Upload statement', 'Ekstre yükle'],
  uploaded: ['Statement uploaded', 'Ekstre yüklendi'],
  repeated: [
    'This file was uploaded before. Nothing was done again.',
    'Bu dosya daha önce yüklenmiş. Hiçbir şey yinelenmedi.',
  ],
  created: ['Uploaded', 'Yüklenme'],
  by: ['By', 'Yükleyen'],
  tenant: ['Tenant', 'Kiracı'],
  bank: ['Bank', 'Banka'],
  account: ['Account number', 'Hesap numarası'],
  file: ['CSV file', 'CSV dosyası'],
  fileHint: [
    'Columns date (YYYY-MM-DD), amount, currency, reference and, if you like, payer.',
    'Sütunlar: date (YYYY-AA-GG), amount, currency, reference ve isteğe bağlı payer.',
  ],
  lines: ['Lines', 'Satır'],
  matched: ['Matched', 'Eşleşen'],
  unmatched: ['Unmatched', 'Eşleşmeyen'],
  status: ['Status', 'Durum'],
  line: ['Line', 'Satır'],
  date: ['Booked on', 'Kayıt tarihi'],
  amount: ['Amount', 'Tutar'],
  reference: ['Reference', 'Referans'],
  payer: ['Payer', 'Gönderen'],
  payment: ['Payment', 'Ödeme'],
  merchant: ['Merchant', 'Üye iş yeri'],
  reason: ['Reason', 'Neden'],
  nothing: ['No statements yet', 'Henüz ekstre yok'],
  nothingText: [
    'Upload the first one: what it tells of is settled line by line.',
    'İlkini yükleyin: içindekiler satır satır sonuçlandırılır.',
  ],
  noLines: ['No such lines', 'Böyle satır yok'],
  progress: ['Uploading', 'Yükleniyor'],
  required: ['Required', 'Zorunlu'],
  chooseFile: ['Choose a CSV file', 'Bir CSV dosyası seçin'],
  faults: [
    'Nothing of the file was taken. Mend these lines and upload it again:',
    'Dosyadan hiçbir şey alınmadı. Bu satırları düzeltip yeniden yükleyin:',
  ],
})

/** Why a line matched no payment. */
export const reasonTexts = messages({
  not_a_credit: ['No money came in', 'Gelen para değil'],
  no_reference: ['Quotes no reference', 'Referans içermiyor'],
  several_references: ['Quotes several references', 'Birden çok referans içeriyor'],
  unknown_reference: ['The reference is not known', 'Referans bilinmiyor'],
  deallocated: ['The reference was deallocated', 'Referansın bağı kaldırılmış'],
  already_settled: ['The payment is settled already', 'Ödeme zaten sonuçlanmış'],
  not_waiting: ['The payment does not wait for money', 'Ödeme para beklemiyor'],
  other_currency: ['Another currency than the payment', 'Para birimi ödemeninkinden farklı'],
  other_amount: ['Another amount than the payment', 'Tutar ödemeninkinden farklı'],
})

export const statusTexts = messages({
  Processing: ['Processing', 'İşleniyor'],
  Completed: ['Completed', 'Tamamlandı'],
  Waiting: ['Waiting', 'Bekliyor'],
  Matched: ['Matched', 'Eşleşti'],
  Unmatched: ['Unmatched', 'Eşleşmedi'],
})

export const orderStatusMap: StatusMap = {
  processing: 'pending',
  completed: 'positive',
  waiting: 'pending',
  matched: 'positive',
  unmatched: 'negative',
}
