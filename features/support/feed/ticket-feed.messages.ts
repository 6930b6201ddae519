import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const feedTexts = messages({
  title: ['Conversation', 'Yazışma'],
  empty: ['Nobody has written yet', 'Henüz kimse yazmadı'],
  unread: ['Unread', 'Okunmamış'],
  markRead: ['Mark as read', 'Okundu işaretle'],
  export: ['CSV', 'CSV'],
  exportLong: ['Save the conversation as CSV', 'Yazışmayı CSV olarak kaydet'],
  internal: ['Internal: the other side does not see it', 'İç not: karşı taraf görmez'],
  public: ['Seen by both sides', 'İki taraf da görür'],
  own: ['Own side', 'Kendi tarafınız'],
  external: ['External party', 'Dış taraf'],
  fromEscalation: ["From the platform's ticket", 'Platformdaki talepten'],
  assigned: [
    (who: string, to: string) => `${who} gave the ticket to ${to}`,
    (who: string, to: string) => `${who} talebi ${to} kişisine verdi`,
  ],
  unassigned: [
    (who: string) => `${who} took the ticket from its assignee`,
    (who: string) => `${who} talebin sorumlusunu kaldırdı`,
  ],
  prioritised: [
    (who: string, priority: string) => `${who} set the priority to ${priority}`,
    (who: string, priority: string) => `${who} önceliği ${priority} yaptı`,
  ],
  closed: [(who: string) => `${who} closed the ticket`, (who: string) => `${who} talebi kapattı`],
  opened: [
    (who: string) => `${who} opened the ticket again`,
    (who: string) => `${who} talebi yeniden açtı`,
  ],
  added: [(who: string) => `${who} added`, (who: string) => `${who} ekledi:`],
  writtenOn: [(who: string) => `${who} wrote on`, (who: string) => `${who} şu sayfadan yazdı:`],
  hidden: ['a record that you cannot see', 'göremediğiniz bir kayıt'],
  invited: [
    (who: string, email: string) => `${who} invited ${email}`,
    (who: string, email: string) => `${who}, ${email} adresini davet etti`,
  ],
  reply: ['Reply', 'Yanıt'],
  note: ['Internal note', 'İç not'],
  visibility: ['Who sees it', 'Kim görür'],
  comment: ['Comment', 'Yorum'],
  replyHint: ['Both sides see what you write here', 'Buraya yazdığınızı iki taraf da görür'],
  noteHint: ['Only your own side sees it', 'Yalnızca kendi tarafınız görür'],
  send: ['Send', 'Gönder'],
  addNote: ['Add note', 'Not ekle'],
  sendKeys: ['Ctrl + Enter sends', 'Ctrl + Enter gönderir'],
  kept: ['Draft kept on this device', 'Taslak bu cihazda saklanıyor'],
  closedHint: [
    'The ticket is closed. Open it again to write.',
    'Talep kapalı. Yazmak için yeniden açın.',
  ],
  changedTitle: ['The ticket changed while you were writing', 'Siz yazarken talep değişti'],
  changedText: [
    'Your comment was not sent, and is still here. Look at what is new:',
    'Yorumunuz gönderilmedi, hâlâ burada. Yeni olanlara bakın:',
  ],
  sendAnyway: ['Send it as it is', 'Olduğu gibi gönder'],
})
