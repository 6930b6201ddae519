import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const hubTexts = msg({
  title: 'Settings',
  search: 'Search settings',
  nothing: 'No setting with this name',
  none: 'Your role includes no settings',
})
