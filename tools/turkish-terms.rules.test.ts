// One word for one thing, in Turkish too: what was said in two ways is said in one.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What is not said, and what is said for it. */
const terms: readonly (readonly [RegExp, string])[] = [
  [/sahtecili[kğ]/iu, 'dolandırıcılık (fraud)'],
  [/ödeme çıkış|tekli ödeme/iu, 'para gönderimi (payout)'],
  [/ters kay[ıd]/iu, 'geri alma (reversal)'],
  [/kabul eden banka|ödeme kuruluşu/iu, 'üye iş yeri bankası (acquirer)'],
  [/[iİ]şyeri/u, 'üye iş yeri (merchant)'],
  [/(?<!\p{L})kurum(?:unuz|umuz)?(?!\p{L})/iu, 'kuruluş (organisation)'],
  [/denetim kaydı/iu, 'denetim izi (audit trail)'],
  [/destek kay[ıd]/iu, 'destek talebi (ticket)'],
  [/kayıtlı yanıt/iu, 'hazır yanıt (saved reply)'],
  [/tekrar dene/iu, 'yeniden dene (try again)'],
  [/giriş (?:yap|sayfa)|çıkış yapıp/iu, 'oturum aç, oturumu kapat (sign in, sign out)'],
  [/(?<!\p{L})en çok(?!\p{L})/iu, 'en fazla (at most)'],
  [/"Boş: /u, 'Boş bırakılırsa: (if empty)'],
  [/(?<!\p{L})kip(?:i|te|ler)/iu, 'mod (mode)'],
  [/(?<!\p{L})izn(?:i|ine) (?:sahip|ne olursa)|izinlerinin yet/iu, 'yetki (permission)'],
  [/rezerv/iu, 'karşılık (reserve)'],
  [/onay düzey/iu, 'onay seviyesi (confirmation level)'],
  [/teyit/iu, 'onay (confirmation)'],
  [/kart[ıi]n? çıkaran|kartı veren kuruluş/iu, 'kartı veren banka (issuer)'],
  [/[şŞ]ema(?!\p{L})|kart şema/u, 'kart kuruluşu (card scheme)'],
  [/geri çev[ir]/iu, 'reddetmek (to decline)'],
  [/(?<!\p{L})[iİ]leti(?:ler|den|yi|si|)(?:i|de|den)?(?!\p{L})/u, 'mesaj (message)'],
  [/MID[’']y/u, 'MID’i, MID’e: it is read “mid”'],
  [/(?<!\p{L})hal(?:i|in|iyle|leri|lerini)?(?!\p{L})/iu, 'hâl'],
  [/": ".*\p{L}'\p{L}/u, '’ before a suffix'],
  [
    /": ".*\{(?:mode|yours)\} mod/u,
    '{mode, select, Live {Canlı} other {Test}}: its name comes in English',
  ],
  [/ \{\w+\} d[ae]\b|^\{\w+\} d[ae]\b/u, 'a sentence whose suffix does not follow from a name'],
]

test('the Turkish catalogs say one thing in one way', () => {
  const files = globSync('{apps,kit,features,identity}/**/*.tr.json', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        terms
          .filter(([not]) => not.test(line))
          .map(([, instead]) => `${file}:${at + 1} ${instead}`),
      ),
  )
  expect(found).toEqual([])
})
