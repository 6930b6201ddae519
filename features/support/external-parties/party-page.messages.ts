import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const partyTexts = messages({
  title: ['Support ticket', 'Destek talebi'],
  from: [
    (tenant: string) => `${tenant} asks for your help`,
    (tenant: string) => `${tenant} yardımınızı istiyor`,
  ],
  as: [
    (email: string, date: string) =>
      `You answer as ${email}. This link opens the ticket until ${date}.`,
    (email: string, date: string) =>
      `${email} olarak yanıtlıyorsunuz. Bu bağlantı talebi ${date} tarihine kadar açar.`,
  ],
  conversation: ['Conversation', 'Yazışma'],
  empty: ['Nobody has written yet.', 'Henüz kimse yazmadı.'],
  you: ['You', 'Siz'],
  attached: [(names: string) => `Attached: ${names}`, (names: string) => `Ekler: ${names}`],
  answer: ['Your answer', 'Yanıtınız'],
  send: ['Send', 'Gönder'],
  sending: ['Sending…', 'Gönderiliyor…'],
  sent: ['Your answer was sent.', 'Yanıtınız gönderildi.'],
  closed: ['The ticket is closed.', 'Talep kapandı.'],
  loading: ['Loading…', 'Yükleniyor…'],
  gone: ['This link does not open anything any more', 'Bu bağlantı artık bir şey açmıyor'],
  goneHint: [
    'It may have ended, or a part of it may be missing. Ask whoever sent it to you for another one.',
    'Süresi dolmuş veya bir parçası eksik olabilir. Gönderen kişiden yenisini isteyin.',
  ],
  retry: ['Try again', 'Tekrar dene'],
})
