import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const leadTexts = msg({
  contact: 'Contact',
  business: 'Business',
  none: 'No status',
  convert: 'Make it an opportunity',
  convertAbout: 'The opportunity takes over the lead’s details, and both keep the history.',
  name: 'Name of the opportunity',
  pipeline: 'Pipeline',
  converted: 'Converted to an opportunity',
  alreadyConverted: 'This lead was already converted to an opportunity',
  opportunities: 'Opportunities',
})
