import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

/** The English title and buttons are the documents', to the letter. */
export const sessionTexts = messages({
  inactive: ['You have been inactive', 'Bir süredir işlem yapmadınız'],
  countdown: [
    (seconds: number) =>
      `You will be signed out in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    (seconds: number) => `Oturumunuz ${seconds} saniye içinde kapatılacak.`,
  ],
  kept: [
    'What you have typed is kept for you on this device.',
    'Yazdıklarınız bu cihazda sizin için saklanır.',
  ],
  quit: ['Quit', 'Çık'],
  continue: ['Continue', 'Devam et'],
  expiring: [
    'Your session ends in a minute and cannot be renewed without a connection.',
    'Oturumunuz bir dakika içinde sona erecek ve bağlantı olmadan yenilenemez.',
  ],
  draftHere: [
    'What you had typed is kept. Open the form again to go on.',
    'Yazdıklarınız saklandı. Devam etmek için formu yeniden açın.',
  ],
  draftElsewhere: ['What you had typed is kept.', 'Yazdıklarınız saklandı.'],
  open: ['Open', 'Aç'],
})
