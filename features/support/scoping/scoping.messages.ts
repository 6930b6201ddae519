import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const scopingTexts = msg({
  title: 'Scope',
  hint: 'A draft of what the ticket is about, read off it and tickets like it.',
  start: 'Draft a scope',
  again: 'Draft again',
  running: 'A scope is being drafted…',
  failed: 'The scope could not be drafted',
  summary: 'Summary',
  category: 'Likely category',
  missing: 'Missing information',
  similar: 'Similar closed tickets',
  none: 'None found',
  byModel: 'Written by a language model',
  bySimilarity: 'From similar tickets',
})
