import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const keyTexts = msg({
  title: 'Encryption keys',
  about:
    'What tenants’ secrets are sealed with: signing secrets of webhooks, keys of language models, keys of card tokens. A key is replaced without interruption; what it sealed is sealed anew in the background.',
  search: 'Tenant',
  tenant: 'Tenant',
  key: 'Key',
  state: 'State',
  none: 'No key yet',
  active: 'Active',
  retiring: 'Replaced',
  retired: 'Retired',
  sealed: 'Secrets under it',
  progress: '{done} of {of} encrypted again',
  created: 'Created',
  lastUsed: 'Last used',
  actions: 'Actions',
  changes: 'Changes',
  create: 'Create key',
  rotate: 'Rotate',
  rotateTitle: 'Rotate the key of {tenant}?',
  rotateText:
    'A new key is used from now on, and existing data is encrypted again in the background. Nothing is interrupted.',
  retire: 'Retire',
  retireTitle: 'Retire the key of {tenant}?',
  retireText:
    'The key is destroyed. Old copies of the database that were sealed with it can no longer be opened.',
  nothing: 'No keys',
})
