import { messages } from '../texts/i18n.tsx'

export const gridTexts = messages({
  columns: ['Columns', 'Sütunlar'],
  resetColumns: ['Reset', 'Sıfırla'],
  density: ['Row height', 'Satır yüksekliği'],
  compact: ['Compact', 'Sıkışık'],
  comfortable: ['Comfortable', 'Rahat'],
  rowsPerPage: ['Rows per page', 'Sayfa başına satır'],
  first: ['First page', 'İlk sayfa'],
  previous: ['Previous page', 'Önceki sayfa'],
  next: ['Next page', 'Sonraki sayfa'],
  range: [
    (from: string, to: string, of: string) => `${from}–${to} of ${of}`,
    (from: string, to: string, of: string) => `${from}–${to} / ${of}`,
  ],
  rangeOpen: [
    (from: string, to: string) => `${from}–${to}`,
    (from: string, to: string) => `${from}–${to}`,
  ],
  rows: [(n: number) => (n === 1 ? '1 row' : `${n} rows`), (n: number) => `${n} satır`],
  atLeast: [(n: string) => `${n}+`, (n: string) => `${n}+`],
  sortBy: [
    (column: string) => `Sort by ${column}`,
    (column: string) => `${column} sütununa göre sırala`,
  ],
  pickAll: ['Choose all rows', 'Tüm satırları seç'],
  pickRow: [(place: number) => `Choose row ${place}`, (place: number) => `${place}. satırı seç`],
  nothing: ['Nothing here yet', 'Henüz bir şey yok'],
  outdated: [
    (why: string) => `These rows may be out of date. ${why}`,
    (why: string) => `Bu satırlar güncel olmayabilir. ${why}`,
  ],
  retry: ['Try again', 'Tekrar dene'],
  loading: ['Loading', 'Yükleniyor'],
})
