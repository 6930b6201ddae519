import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const leadTexts = msg({
  contact: 'Contact',
  business: 'Business',
  none: 'No status',
  convert: 'Make it an opportunity',
  convertAbout: 'What is known of the lead goes along, and its story stays with both.',
  name: 'Name of the opportunity',
  pipeline: 'Pipeline',
  converted: 'It is an opportunity now',
  alreadyConverted: 'This lead has become an opportunity already',
  opportunities: 'Opportunities',
})
