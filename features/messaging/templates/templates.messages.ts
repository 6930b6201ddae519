import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const templateTexts = msg({
  preview: 'Preview',
  previewAbout: 'The text above with real data, whether or not it is saved.',
  merchant: 'With the data of',
  firstMerchant: 'The first merchant',
  noMatch: 'No match',
  show: 'Show',
  subject: 'Subject',
  incomplete: 'Fill in the fields above first',
  versions: 'Versions',
  version: 'Version {number}',
  current: 'As it is now',
  see: 'See',
  hide: 'Hide',
  restore: 'Take it up',
  restored: 'The earlier version is now in the form. Save to keep it.',
})
