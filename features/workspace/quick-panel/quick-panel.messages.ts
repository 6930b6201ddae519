import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const quickPanelTexts = messages({
  title: ['Quick panel', 'Hızlı panel'],
  today: ['Today', 'Bugün'],
  events: ['Events', 'Olaylar'],
  notes: ['Notes', 'Notlar'],
  settings: ['Quick Settings', 'Hızlı Ayarlar'],
})

export const todayTexts = messages({
  asOf: [(time: string) => `As of ${time}`, (time: string) => `${time} itibarıyla`],
  captured: ['captured', 'tahsil edildi'],
  payments: ['Payments', 'Ödemeler'],
  approved: ['Approved', 'Onaylanan'],
  refunded: ['Refunded', 'İade edilen'],
  none: ['No payments yet today', 'Bugün henüz ödeme yok'],
  tasks: ['To do', 'Yapılacaklar'],
  waiting: [
    (count: string) =>
      count === '1' ? '1 payment waits for approval' : `${count} payments wait for approval`,
    (count: string) => `${count} ödeme onay bekliyor`,
  ],
  pending: [
    (count: string) =>
      count === '1' ? '1 payment has no outcome yet' : `${count} payments have no outcome yet`,
    (count: string) => `${count} ödemenin sonucu henüz belli değil`,
  ],
  noTasks: ['Nothing waits for you', 'Sizi bekleyen bir iş yok'],
  closed: ['Nothing to show', 'Gösterilecek bir şey yok'],
  closedHint: [
    'Figures of payments are shown to those who may look payments up.',
    'Ödeme rakamları, ödemeleri görüntüleyebilenlere gösterilir.',
  ],
})

export const noteTexts = messages({
  add: ['New note', 'Yeni not'],
  note: ['Note', 'Not'],
  placeholder: ['Write something down', 'Bir şeyler yazın'],
  saved: ['Saved', 'Kaydedildi'],
  saving: ['Saving…', 'Kaydediliyor…'],
  unsaved: ['Not saved yet', 'Henüz kaydedilmedi'],
  failed: [
    'Not saved. It is kept on this device and tried again.',
    'Kaydedilemedi. Bu cihazda saklanıyor ve yeniden denenecek.',
  ],
  refused: ['Not saved', 'Kaydedilmedi'],
  copied: [
    'This note was changed elsewhere. Both texts are kept: yours is this one.',
    'Bu not başka bir yerde değiştirildi. İki metin de saklandı: sizinki budur.',
  ],
  remove: ['Delete the note', 'Notu sil'],
  removeTitle: ['Delete this note?', 'Bu not silinsin mi?'],
  removeText: ['It cannot be brought back.', 'Geri getirilemez.'],
  removeConfirm: ['Delete', 'Sil'],
  empty: ['No notes', 'Not yok'],
  emptyHint: [
    'Notes are yours alone, and with you on every device.',
    'Notlar yalnızca size aittir ve her cihazda yanınızdadır.',
  ],
})

export const settingTexts = messages({
  layout: ['Layout', 'Düzen'],
  scheme: ['Colours', 'Renkler'],
  auto: ['As the device', 'Cihaz gibi'],
  light: ['Light', 'Açık'],
  dark: ['Dark', 'Koyu'],
  density: ['Density', 'Yoğunluk'],
  comfortable: ['Comfortable', 'Rahat'],
  compact: ['Compact', 'Sıkı'],
  language: ['Language', 'Dil'],
  kept: ['Your settings come along to every device.', 'Ayarlarınız her cihazda sizinle gelir.'],
})
