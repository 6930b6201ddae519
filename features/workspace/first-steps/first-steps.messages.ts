import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const firstStepTexts = msg({
  title: 'First steps',
  progress: '{done} of {all} done',
  done: 'Done',
  branding: 'Choose your colours and upload your logo',
  users: 'Invite your colleagues',
  merchants: 'Add your first merchant',
  mids: 'Connect an acquirer with a MID',
  payments: 'Take the first payment',
  documents: 'Submit the required documents',
  review: 'Your documents are reviewed and accepted',
  apiKey: 'Create an API key',
  testPayment: 'Take a payment in Test mode',
  processing: 'Live payments are enabled for you',
})
