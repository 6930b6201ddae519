import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const profileTexts = msg({
  about: 'Who you are here, and how the portal looks and shows times.',
  notOwn: 'A user’s own account is not shown to others',
  notOwnHint: 'Only the user can change the password, authenticator app and sessions.',
  person: 'About you',
  firstName: 'First name',
  lastName: 'Last name',
  timeZone: 'Time zone',
  organisationsZone: "Your organisation's ({zone})",
  email: 'E-mail',
  role: 'Role',
  organisation: 'Organisation',
  lastLogin: 'Last sign-in',
  save: 'Save',
  saved: 'Saved',
  look: 'Look and language',
  security: 'Sign-in and security',
  password: 'Password',
  passwordHint: 'Change the password that you sign in with',
  authenticator: 'Authenticator app',
  authenticatorHint: 'One-time codes at sign-in, and codes for the day the phone is lost',
  sessions: 'Sessions',
  sessionsHint: 'Where you are signed in; sign out everywhere else',
})
