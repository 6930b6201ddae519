import { messages } from '../texts/i18n.tsx'

export const importTexts = messages({
  import: ['Import', 'İçe aktar'],
  title: ['Import from a CSV', 'CSV dosyasından aktar'],
  about: [
    'Columns are the fields’ names as in an export. A row with an id changes that record; other rows change the record that they are like, or make new ones. Each row counts by itself.',
    'Sütunlar dışa aktarmadaki alan adlarıdır. Numarası olan satır o kaydı değiştirir; diğerleri aynı olan kaydı değiştirir ya da yeni kayıt açar. Her satır ayrı ele alınır.',
  ],
  goesOn: [
    'The import goes on when you close this. You find it here again.',
    'Bu pencereyi kapatsanız da aktarma sürer. Sonra yine burada bulursunuz.',
  ],
  columns: ['Columns of the file', 'Dosyanın sütunları'],
  columnsAbout: [
    'In any order. Those with * must be there and filled in; the others may be left out.',
    'Sıra önemli değildir. * ile işaretliler bulunmalı ve doldurulmalıdır; diğerleri olmayabilir.',
  ],
  template: ['Download an empty file', 'Boş dosya indir'],
  column: ['Column', 'Sütun'],
  field: ['Field', 'Alan'],
  value: ['Value', 'Değer'],
  mustBe: ['required', 'zorunlu'],
  ofChange: ['Of the record to change', 'Değişecek kaydın numarası'],
  anId: ['An id', 'Bir numara (id)'],
  aCode: ['A code', 'Bir kod'],
  number: ['A whole number', 'Tam sayı'],
  minorUnits: ['In minor units: 1050 for 10.50', 'Alt birimle: 10,50 için 1050'],
  yesOrNo: ['yes or no', 'evet veya hayır'],
  onlyWith: [
    (choice: string) => `with ${choice} alone, and needed there`,
    (choice: string) => `yalnızca ${choice} ile, orada zorunlu`,
  ],
  several: [
    (one: string) => `${one}; several with ; between`,
    (one: string) => `${one}; birden çoksa aralarında ;`,
  ],
  file: ['CSV file', 'CSV dosyası'],
  fileHint: ['In UTF-8, at most 100,000 rows and 20 MB', 'UTF-8, en fazla 100.000 satır ve 20 MB'],
  sending: ['Share of the file that was sent', 'Dosyanın gönderilen kısmı'],
  lookedAt: ['Share of the rows that were looked at', 'İşlenen satırların payı'],
  running: [
    (done: string, all: string) => `${done} of ${all} rows looked at`,
    (done: string, all: string) => `${all} satırdan ${done} satır işlendi`,
  ],
  done: [
    (all: string) => (all === '1' ? 'The row was taken' : `All ${all} rows taken`),
    (all: string) => `${all} satırın tümü alındı`,
  ],
  doneInPart: [
    (taken: string, all: string, refused: string) =>
      `${taken} of ${all} rows taken, ${refused} refused`,
    (taken: string, all: string, refused: string) =>
      `${all} satırdan ${taken} satır alındı, ${refused} satır reddedildi`,
  ],
  cancelled: [
    (done: string, all: string) => `Stopped after ${done} of ${all} rows`,
    (done: string, all: string) => `${all} satırdan ${done} satırdan sonra durduruldu`,
  ],
  stop: ['Stop', 'Durdur'],
  again: ['Import another file', 'Başka bir dosya aktar'],
  result: ['Download the result', 'Sonucu indir'],
  refusedOnly: ['Download refused rows', 'Reddedilen satırları indir'],
  refusedRows: ['Refused rows', 'Reddedilen satırlar'],
  first: [
    (shown: string, all: string) => `The first ${shown} of ${all}. The download has all of them.`,
    (shown: string, all: string) =>
      `${all} satırın ilk ${shown} tanesi. Tümü indirilen dosyadadır.`,
  ],
  earlier: ['Your last imports', 'Son aktarmalarınız'],
  line: ['Line', 'Satır'],
  reason: ['Reason', 'Neden'],
  rows: [(count: string) => `${count} rows`, (count: string) => `${count} satır`],
  created: ['Created', 'Oluşturuldu'],
  changed: ['Changed', 'Değişti'],
  unchanged: ['Unchanged', 'Aynı kaldı'],
  refused: ['Refused', 'Reddedildi'],
})
