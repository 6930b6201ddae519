// Sentences of the pages around a sign-in: second step, invitation, forgotten password.
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const codeTexts = msg({
  title: 'Confirm that it is you',
  lead: 'Enter the six digits that your authenticator app shows now.',
  leadRecovery: 'Enter one of the recovery codes that you saved. Each works once.',
  code: 'Code',
  recoveryCode: 'Recovery code',
  missing: 'Enter the code',
  wrong:
    'This code is wrong or was used before. After {tries} wrong tries an account is locked for {minutes} minutes.',
  useRecovery: 'Use a recovery code instead',
  useApp: 'Use the authenticator app instead',
  otherAccount: 'Sign in with another account',
})

export const passwordTexts = msg({
  newPassword: 'New password',
  repeat: 'Repeat the new password',
  choose: 'Password',
  chooseAgain: 'Repeat the password',
  hint: 'At least {least} characters. A few words that only you would put together do well.',
  tooShort: 'Choose a password of {least} to {most} characters',
  published: 'This password is published: choose another one',
  differs: 'The two passwords differ',
})

export const registerTexts = msg({
  title: 'Set up your account',
  lead: 'You have been invited to {name}. Choose a password, and you are in.',
  errorTitle: 'Your account could not be set up yet',
  firstName: 'First name',
  lastName: 'Last name',
  nameMissing: 'Enter your name',
  nameIsCard: 'This is the number of a card. Enter your name',
  timeZone: 'Time zone',
  tenantsZone: 'As my organisation',
  confirmed: 'Confirmed by this invitation',
  submit: 'Create account',
  busy: 'Creating…',
  doneTitle: 'Your account is ready',
  done: 'Sign in with {email} and the password that you have just chosen.',
  goneTitle: 'This invitation is no longer valid',
  gone: 'It was used already, replaced by a newer one, or is too old. Ask the person who invited you to send another. If your organisation has closed sign-in by password, sign in with your e-mail address instead.',
})

export const resetTexts = msg({
  askTitle: 'Forgot your password?',
  askLead:
    'Enter your e-mail address. If an account belongs to it, you will get a link to set a new password.',
  askSubmit: 'Send the link',
  askErrorTitle: 'The link could not be sent',
  tooMany:
    'Too many links for new passwords were asked for from your network. Try again in {minutes} minutes.',
  sending: 'Sending…',
  sentTitle: 'Check your mailbox',
  sent: 'If an account belongs to this address, a link is on its way. It works once, within {minutes} minutes. Nothing there? Look among junk mail, then ask again.',
  demoOutbox: 'This is the demo: mail does not leave it. It is in the demo’s outbox.',
  openOutbox: 'Open the outbox',
  backToSignIn: 'Back to sign-in',
  setTitle: 'Choose a new password',
  setLead: 'For {email}. Wherever this account is signed in, it will be signed out.',
  setSubmit: 'Set password',
  setErrorTitle: 'The password was not changed',
  setting: 'Setting…',
  doneTitle: 'Your password is changed',
  done: 'Sign in with the new one.',
  goneTitle: 'This link is no longer valid',
  gone: 'It was used already, or is too old. Ask for another one. If your organisation has closed sign-in by password, sign in with your e-mail address instead.',
  askAgain: 'Ask for another link',
})
