import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** The English title and buttons are the documents', to the letter. */
export const sessionTexts = msg({
  inactive: 'You have been inactive',
  countdown: 'You will be signed out in {seconds} {seconds, plural, one {second} other {seconds}}.',
  kept: 'Your input is saved on this device.',
  quit: 'Quit',
  continue: 'Continue',
  expiring: 'Your session ends in a minute and cannot be renewed without a connection.',
  renewing: 'Your sign-in is being renewed.',
  draftHere: 'Your input was saved. Open the form again to continue.',
  draftElsewhere: 'Your input was saved.',
  open: 'Open',
})
