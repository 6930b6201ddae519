import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const savedFilterTexts = msg({
  title: 'Saved filters',
  views: 'Saved views',
  share: 'Share with my role',
  shared: '{name} (shared)',
  sharedBy: '{name} (shared by {by})',
  sharedWith: '{name} (shared with {role})',
  shareWith: 'Share with the role',
  nobody: 'Nobody',
  notShared: 'The view is no longer shared',
  notYours: 'Its maker alone changes this view. Copy it to have your own.',
  copy: 'Copy “{name}” to my views',
  copied: 'View copied',
  leftOut: '“{name}” was opened without what no longer exists: {names}',
  none: 'No saved filters yet',
  noViews: 'No saved views yet',
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
