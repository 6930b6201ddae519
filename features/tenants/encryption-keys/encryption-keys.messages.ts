import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const keyTexts = messages({
  title: ['Encryption keys', 'Şifreleme anahtarları'],
  about: [
    'What tenants’ secrets are sealed with: signing secrets of webhooks, keys of language models, keys of card tokens. A key is replaced without interruption; what it sealed is sealed anew in the background.',
    'Kiracıların gizli bilgilerini koruyan anahtarlar: webhook imza anahtarları, dil modeli anahtarları, kart belirteci anahtarları. Anahtar kesintisiz yenilenir; koruduğu bilgiler arka planda yeniden mühürlenir.',
  ],
  search: ['Tenant', 'Kiracı'],
  tenant: ['Tenant', 'Kiracı'],
  key: ['Key', 'Anahtar'],
  state: ['State', 'Durum'],
  none: ['No key yet', 'Henüz anahtar yok'],
  active: ['Active', 'Etkin'],
  retiring: ['Replaced', 'Yenilendi'],
  retired: ['Retired', 'Kaldırıldı'],
  sealed: ['Secrets under it', 'Koruduğu bilgiler'],
  progress: [
    (done: number, of: number) => `${done} of ${of} sealed anew`,
    (done: number, of: number) => `${of} bilginin ${done} tanesi yeniden mühürlendi`,
  ],
  created: ['Created', 'Oluşturuldu'],
  lastUsed: ['Last used', 'Son kullanım'],
  actions: ['Actions', 'İşlemler'],
  changes: ['Changes', 'Değişiklikler'],
  create: ['Create key', 'Anahtar oluştur'],
  rotate: ['Rotate', 'Yenile'],
  rotateTitle: [
    (tenant: string) => `Rotate the key of ${tenant}?`,
    (tenant: string) => `${tenant} anahtarı yenilensin mi?`,
  ],
  rotateText: [
    'A new key seals from now on, and what is sealed under this one is sealed anew in the background. Nothing is interrupted.',
    'Bundan sonra yeni anahtar mühürler; bu anahtarla mühürlenenler arka planda yeniden mühürlenir. Hiçbir şey kesilmez.',
  ],
  retire: ['Retire', 'Kaldır'],
  retireTitle: [
    (tenant: string) => `Retire the key of ${tenant}?`,
    (tenant: string) => `${tenant} anahtarı kaldırılsın mı?`,
  ],
  retireText: [
    'The key is destroyed. Old copies of the database that were sealed with it can no longer be opened.',
    'Anahtar yok edilir. Veritabanının onunla mühürlenmiş eski kopyaları artık açılamaz.',
  ],
  nothing: ['No keys', 'Anahtar yok'],
})
