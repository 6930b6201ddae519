import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const shellTexts = messages({
  skip: ['Skip to the content', 'İçeriğe geç'],
  menu: ['Menu', 'Menü'],
  openMenu: ['Open the menu', 'Menüyü aç'],
  closeMenu: ['Close the menu', 'Menüyü kapat'],
  collapse: ['Collapse the menu', 'Menüyü daralt'],
  expand: ['Expand the menu', 'Menüyü genişlet'],
  test: ['Test', 'Test'],
  live: ['Live', 'Canlı'],
  mode: ['Mode', 'Mod'],
  testStrip: ['Test mode: no money moves', 'Test modu: para hareketi olmaz'],
  sandboxOnly: [
    'Live is not enabled for this merchant yet',
    'Bu üye iş yeri için canlı mod henüz etkin değil',
  ],
  search: ['Search or go to', 'Ara veya git'],
  quickPanel: ['Quick panel', 'Hızlı panel'],
  profile: ['My Profile', 'Profilim'],
  account: ['Account', 'Hesap'],
  logout: ['Logout', 'Çıkış'],
  support: ['Support', 'Destek'],
  emailSupport: ['Email support', 'Desteğe e-posta gönder'],
  times: [
    (zone: string) => `Times are shown in ${zone}`,
    (zone: string) => `Saatler ${zone} saat dilimindedir`,
  ],
  serverGone: [
    'No connection to the server. Trying again…',
    'Sunucuya bağlanılamıyor. Yeniden deneniyor…',
  ],
  databaseGone: [
    'The server cannot reach its database just now. Trying again…',
    'Sunucu şu anda veritabanına ulaşamıyor. Yeniden deneniyor…',
  ],
  offline: [
    'You are offline. Changes cannot be saved.',
    'Çevrimdışısınız. Değişiklikler kaydedilemez.',
  ],
})
