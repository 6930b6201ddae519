import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What people call the layouts; the documents' own names are what is stored. */
export const layoutTexts = msg({
  'vertical-layout-1': 'Classic',
  Entreprise: 'Entreprise',
  Material: 'Material',
  'vertical-v2': 'Rail',
})
