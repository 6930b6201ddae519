import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const endpointTexts = messages({
  secret: ['Signing secret', 'İmza anahtarı'],
  secretAbout: [
    'Nobody can see it again. With a new one, both sign until the chosen time is over, so that your server can change over.',
    'Tekrar görüntülenemez. Yenisi oluşturulduğunda seçilen süre boyunca ikisi de imzalar; sunucunuz bu sürede geçiş yapabilir.',
  ],
  rotate: ['New secret', 'Yeni anahtar'],
  shown: ['The new secret', 'Yeni anahtar'],
  messages: ['Messages', 'Mesajlar'],
  noMessages: ['Nothing was sent here yet', 'Buraya henüz bir şey gönderilmedi'],
  test: ['Send a test event', 'Deneme olayı gönder'],
  testSent: ['A test event is on its way', 'Deneme olayı yolda'],
  resend: ['Send again', 'Yeniden gönder'],
  resent: ['It is being sent again', 'Yeniden gönderiliyor'],
  payload: ['Message', 'Mesaj'],
  older: ['Older', 'Daha eski'],
  newer: ['Newer', 'Daha yeni'],
  off: ['It is switched off: nothing is sent.', 'Uç nokta kapalı: hiçbir şey gönderilmez.'],
})
