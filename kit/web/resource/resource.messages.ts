import { messages } from '../texts/i18n.tsx'

export const resourceTexts = messages({
  add: ['New', 'Yeni'],
  edit: ['Edit', 'Düzenle'],
  addOne: [(one: string) => `New ${one}`, (one: string) => `Yeni ${one}`],
  save: ['Save', 'Kaydet'],
  saved: ['Saved', 'Kaydedildi'],
  remove: ['Delete', 'Sil'],
  removed: ['Deleted', 'Silindi'],
  removeTitle: [(name: string) => `Delete ${name}?`, (name: string) => `${name} silinsin mi?`],
  removeText: [
    'This cannot be taken back. What is used elsewhere is not deleted; switch it off instead.',
    'Bu işlem geri alınamaz. Başka yerde kullanılan kayıt silinmez; onun yerine devre dışı bırakın.',
  ],
  search: ['Search', 'Ara'],
  status: ['Status', 'Durum'],
  active: ['Active', 'Etkin'],
  inactive: ['Inactive', 'Etkin değil'],
  activate: ['Activate', 'Etkinleştir'],
  deactivate: ['Deactivate', 'Devre dışı bırak'],
  chosen: [(count: number) => `${count} chosen`, (count: number) => `${count} seçildi`],
  switched: [
    (count: number) => (count === 1 ? '1 record changed' : `${count} records changed`),
    (count: number) => `${count} kayıt değişti`,
  ],
  undo: ['Undo', 'Geri al'],
  export: ['Export', 'Dışa aktar'],
  import: ['Import', 'İçe aktar'],
  tenant: ['Tenant', 'Kiracı'],
  updatedAt: ['Last change', 'Son değişiklik'],
  all: ['All', 'Tümü'],
  yes: ['Yes', 'Evet'],
  no: ['No', 'Hayır'],
  none: ['None', 'Yok'],
  noMatch: ['No match', 'Eşleşme yok'],
  onePerLine: ['One a line', 'Her satıra bir tane'],
  nothing: ['Nothing found', 'Bir şey bulunamadı'],
  nothingYet: ['Nothing here yet', 'Henüz bir şey yok'],
  addFirst: ['New adds the first one.', 'İlk kaydı Yeni ile ekleyebilirsiniz.'],
  notSetUp: ['What is set up appears here.', 'Tanımlanan kayıtlar burada görünür.'],
  onceTitle: ['Copy it now', 'Şimdi kopyalayın'],
  onceText: [
    'It is shown this once and cannot be seen again. If it is lost, make another.',
    'Yalnızca şimdi gösterilir, bir daha görüntülenemez. Kaybolursa yenisini oluşturun.',
  ],
  onceDone: ['I have kept it', 'Sakladım'],
  onceCloseTitle: ['Close without keeping it?', 'Saklamadan kapatılsın mı?'],
  onceCloseText: [
    'You have not said that you kept it, and it cannot be seen again.',
    'Sakladığınızı belirtmediniz; bir daha görüntülenemez.',
  ],
  onceClose: ['Close without it', 'Saklamadan kapat'],
  overlap: ['The previous one holds for', 'Önceki şu kadar daha geçerli'],
  overlapNone: ['Not at all: it is known to others', 'Hiç: başkaları biliyor'],
  overlapNoneText: [
    'The previous one stops working at once: whoever still uses it is refused.',
    'Önceki hemen geçersiz olur: hâlâ onu kullananlar reddedilir.',
  ],
  limitedPayments: [
    'You see payments of some methods or providers alone, and these hand on all: you may not change them.',
    'Yalnızca bazı yöntem veya sağlayıcıların ödemelerini görüyorsunuz, bunlar ise tümünü açar: değiştiremezsiniz.',
  ],
  limitedMerchants: [
    'You look after some merchants alone, and this holds for all of them: you may not change it.',
    'Yalnızca bazı üye iş yerlerinden sorumlusunuz, bu ise hepsi için geçerlidir: değiştiremezsiniz.',
  ],
  hours: [(count: number) => `${count} hours`, (count: number) => `${count} saat`],
  week: ['A week', 'Bir hafta'],
  notTaken: ['This value is not taken', 'Bu değer kabul edilmiyor'],
})

/** What the server's refusals say at a field. */
export const refusalTexts = messages({
  'resource.duplicate': ['There is one like this already', 'Böyle bir kayıt zaten var'],
  'resource.unknown_reference': ['No such choice in use', 'Kullanımda böyle bir seçenek yok'],
  'resource.not_held': [
    'You may not hand on what you may not do yourself',
    'Kendiniz yapamadığınız bir şeyin yetkisini veremezsiniz',
  ],
  'task.assignee_limited': [
    'This person may not see it: they see other customers alone',
    'Bu kişi bunu göremez: yalnızca başka müşterileri görüyor',
  ],
  'webhook.address': [
    'This address is not called: it does not lead to a public one',
    'Bu adres çağrılmaz: herkese açık bir adrese götürmüyor',
  ],
  'api_key.expired': ['This moment is over already', 'Bu an geçmişte'],
  'card.in_text': [
    'This holds the card number, which may not be kept',
    'Bu metin kart numarasını içeriyor; kart numarası saklanamaz',
  ],
  'antifraud.no_such_card': [
    'This is neither a card number nor the id of a card payment',
    'Bu ne bir kart numarası ne de bir kart ödemesinin kimliği',
  ],
  'antifraud.no_such_value': ['This is no value of this kind', 'Bu, bu türde bir değer değil'],
  'resource.needed': ['This is needed here', 'Burada gereklidir'],
  'resource.not_asked': [
    'This is not used here: leave it empty',
    'Burada kullanılmaz: boş bırakın',
  ],
  'leave.ends_before': ['The last day is not before the first', 'Son gün, ilk günden önce olamaz'],
  'merchant.administrator_unnamed': [
    'Say what the person is called',
    'Kişinin adını ve soyadını yazın',
  ],
  'money.currency_missing': ['Say in which currency', 'Para birimini belirtin'],
  'pipeline.no_stages': ['This pipeline has no stages in use', 'Bu sürecin kullanımda aşaması yok'],
  'pipeline.documents_of_nobody': [
    'Documents are asked for before it goes on: say whose it is',
    'Devam etmeden önce belge isteniyor: kaydın müşterisini belirtin',
  ],
  'resource.fixed': ['This cannot be changed', 'Bu değiştirilemez'],
  'language_model.incomplete': ['Address and model go together', 'Adres ve model birlikte verilir'],
  'billing.account_type': [
    'This is posted to accounts of another type',
    'Bu, başka türde hesaplara kaydedilir',
  ],
  'billing.account_currency': [
    'The account keeps one currency alone: name it in the setting',
    'Hesap yalnızca tek para birimi tutar: ayarda onu belirtin',
  ],
  'ledger.account_has_entries': [
    'Something was posted to the account: its type and currency stay',
    'Hesaba kayıt yapıldı: türü ve para birimi değişmez',
  ],
  'ledger.account_in_use': [
    'A billing setting leads here that this does not fit',
    'Buraya yönlendiren bir faturalama ayarına uymuyor',
  ],
})
