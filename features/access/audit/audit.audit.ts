import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. Those of many features stand here, and what is done at the identity provider. */
export const actionLabels = msg({
  approve: 'Approval',
  decline: 'Decline',
  upload: 'File uploaded',
  note: 'Note added',
  accept: 'Accepted',
  reject: 'Rejected',
  invite: 'Invitation',
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  export: 'Export',
  activate: 'Switched on or off',
  'trail-export': 'Export of the audit trail',
  remove: 'Deleted',
  import: 'Import',
  rotate: 'Key or secret renewed',
  'signed-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  'confirmation-refused': 'Confirmation refused',
  locked: 'Locked after wrong tries',
  'signed-out': 'Signed out',
  registered: 'Account set up',
  'profile-changed': 'Own profile changed',
  'password-forgotten': 'New password requested',
  'password-changed': 'Own password changed',
  'authenticator-added': 'Authenticator app set up',
  'authenticator-removed': 'Own authenticator app removed',
  'recovery-codes': 'Recovery codes renewed',
  'code-asked': 'Code at sign-in switched on',
  'code-not-asked': 'Code at sign-in switched off',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  audit_export: 'Export of the audit trail',
})
