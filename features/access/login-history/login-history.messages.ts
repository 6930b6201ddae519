import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const loginTexts = msg({
  description: 'Who signed in, from where and with what, and who was refused. Newest first.',
  time: 'Time',
  tenant: 'Tenant',
  user: 'User',
  email: 'E-mail',
  outcome: 'Outcome',
  ip: 'IP address',
  device: 'Device',
  through: 'Signed in through',
  ours: 'Password',
  export: 'Export',
  nothing: 'No sign-ins found',
  nothingYet: 'Sign-ins appear here within seconds.',
})

export const outcomeTexts = msg({
  'signed-in': 'Signed in',
  'sign-in-refused': 'Refused',
  'confirmation-refused': 'Confirmation refused',
  locked: 'Locked',
  'signed-out': 'Signed out',
})

export const reasonTexts = msg({
  wrong_password: 'Wrong password',
  wrong_code: 'Wrong code',
  locked: 'The account was locked',
  inactive: 'The account was not active',
  elsewhere_only: 'Signs in at another provider only',
})
