import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What people call the layouts; the documents’ own names, one of them misspelt, are what is stored. */
export const layoutTexts = msg({
  'vertical-layout-1': 'Classic',
  Entreprise: 'Enterprise',
  Material: 'Material',
  'vertical-v2': 'Rail',
})
