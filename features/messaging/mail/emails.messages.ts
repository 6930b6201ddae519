import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const emailTexts = messages({
  title: ['Emails', 'E-postalar'],
  description: [
    'What your organisation sent by e-mail, and what waits to be sent.',
    'Kuruluşunuzun e-postayla gönderdikleri ve gönderilmeyi bekleyenler.',
  ],
  search: ['Search recipient or subject', 'Alıcı veya konu ara'],
  date: ['Date', 'Tarih'],
  state: ['State', 'Durum'],
  time: ['Time', 'Zaman'],
  recipient: ['To', 'Alıcı'],
  subject: ['Subject', 'Konu'],
  customer: ['Customer', 'Müşteri'],
  waiting: ['Waiting', 'Bekliyor'],
  kept: ['Kept', 'Saklandı'],
  sent: ['Sent', 'Gönderildi'],
  failed: ['Not delivered', 'Teslim edilemedi'],
  keptHint: [
    'No mail server is set up, so this e-mail stays here and was not sent.',
    'Bir e-posta sunucusu ayarlanmadığı için bu e-posta burada kaldı, gönderilmedi.',
  ],
  failure: ['The mail server said', 'E-posta sunucusunun yanıtı'],
  sentAt: ['Sent', 'Gönderilme'],
  secret: [
    'This e-mail holds a link that lets its recipient in. Only the recipient can read it.',
    'Bu e-posta, alıcısının giriş yapmasını sağlayan bir bağlantı içerir. Onu yalnızca alıcısı okuyabilir.',
  ],
  email: ['E-mail', 'E-posta'],
  conversation: ['Show the whole conversation', 'Tüm yazışmayı göster'],
  oneConversation: ['One conversation', 'Tek yazışma'],
  nothing: ['No e-mails found', 'E-posta bulunamadı'],
  nothingYet: [
    'E-mails to your people and customers appear here.',
    'Kişilerinize ve müşterilerinize giden e-postalar burada görünür.',
  ],
})
