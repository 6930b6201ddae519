import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  'set-secret': 'Client secret set',
  'add-domain': 'Domain added',
  'prove-domain': 'Domain proven',
  'remove-domain': 'Domain given up',
  'start-test': 'Test started',
  'put-into-effect': 'Put into effect',
  'set-local-sign-in': 'Sign-in by password closed or opened',
  'person-refused': 'Sign-in refused',
  'person-made': 'Account created at sign-in',
  'person-role': 'Role by group',
  'person-role-kept': 'Role of the last administrator kept',
  'sign-in-failed': 'The identity provider failed',
})
