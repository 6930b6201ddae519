import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const apiKeyTexts = messages({
  title: ['Replace the key', 'Anahtarı değiştir'],
  about: [
    'A new key is shown this once. Both work until the chosen time is over, so that your servers can change over.',
    'Yeni anahtar yalnızca bir kez gösterilir. Seçilen süre boyunca ikisi de çalışır; sunucularınız bu sürede geçiş yapabilir.',
  ],
  rotate: ['New key', 'Yeni anahtar'],
  shown: ['The new key', 'Yeni anahtar'],
})
