import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const labelTexts = msg({
  title: 'Add Label',
  labels: 'Labels',
  manage: 'Manage labels',
  label: 'Label',
  none: 'No label',
  name: 'Name',
  nameRule: 'This field is required and must be alphanumeric.',
  colour: 'Colour',
  description: 'Description',
  add: 'Add',
  save: 'Save',
  cancel: 'Cancel',
  edit: 'Edit {name}',
  editTitle: 'Edit {name}',
  remove: 'Delete {name}',
  removeTitle: 'Delete this label?',
  removeText: '{name} is removed from every ticket that has it.',
  removeConfirm: 'Delete',
  isDefault: 'Default',
  created: 'Label created',
  deleted: 'Label deleted successfully',
  notSaved: 'Not saved. Try again.',
  assign: 'Label of {subject}',
})
