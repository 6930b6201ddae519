import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const savedFilterTexts = msg({
  title: 'Saved filters',
  views: 'Saved views',
  share: 'Share with my role',
  shared: '{name} (shared)',
  none: 'No saved filters yet',
  loading: 'Loading…',
  name: 'Name',
  relative:
    'The days are kept as they are called: they go by the day on which the filter is opened.',
  save: 'Save as new',
  update: 'Update “{name}”',
  remove: 'Delete “{name}”',
  saved: 'Filter saved successfully',
  updated: 'Filter updated successfully',
  deleted: 'Filter deleted successfully',
  loadFailed: 'Failed to load saved filters',
  saveFailed: 'Failed to save filter',
  updateFailed: 'Failed to update filter',
  deleteFailed: 'Failed to delete filter',
  retry: 'Try again',
})
