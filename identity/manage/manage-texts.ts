import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const manageTexts = msg({
  title: 'Your account',
  sections: 'Parts of your account',
  profile: 'Profile',
  password: 'Password',
  authenticator: 'Authenticator',
  sessions: 'Sessions',
  backToPortal: 'Back to the portal',
  notSaved: 'Nothing was changed',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  profileLead: 'How you are shown to the people you work with.',
  emailHint: 'An administrator of your organisation changes it.',
  zoneHint: 'Times in the portal and in reports.',
  passwordLead: 'With a new password you stay signed in here, and are signed out everywhere else.',
  currentPassword: 'Current password',
  wrongPassword: 'This is not your current password',
  noPassword:
    'You sign in at your organisation’s identity provider. There is no password of yours here.',
  signInAgain:
    'To prove that it is you, sign out, sign in again and come back within {minutes} minutes.',
  lockedOut: 'Too many wrong tries. Try again in {minutes} minutes.',
  changePassword: 'Change password',
  passwordChanged: 'Your password is changed.',
})

export const authenticatorTexts = msg({
  leadOff:
    'A code from an app on your phone, besides your password, keeps others out even when they know it.',
  leadOn: 'An authenticator app is set up.',
  setUp: 'Set up an authenticator app',
  setUpAgain: 'Set up another app',
  scanTitle: 'Scan and confirm',
  scan: 'Scan this with your authenticator app, or type the key into it:',
  qr: 'QR code for the authenticator app',
  code: 'Code that the app shows now',
  wrongCode: 'This code is not correct. Enter the code that is shown now.',
  codeMissing: 'Enter the code that the app shows',
  orRecovery: 'A recovery code does as well. Who lost both asks an administrator to reset the app.',
  confirm: 'Confirm',
  confirming: 'Confirming…',
  cancel: 'Cancel',
  codesTitle: 'Save your recovery codes',
  codesLead:
    'Each of these works once instead of the app. They are shown this one time: print them or keep them with your passwords.',
  codesKept: 'I have saved them',
  atSignIn: 'Ask for a code at each sign-in',
  atSignInHint: 'Without it the app only confirms changes to users and roles.',
  left: '{count} recovery codes are left.',
  none: 'You have no recovery codes.',
  newCodes: 'New recovery codes',
  removeTitle: 'Remove the app',
  remove: 'Remove',
  removed: 'The authenticator app is removed.',
})

export const sessionTexts = msg({
  lead: 'Where you are signed in.',
  here: 'This browser',
  since: 'Since {when}',
  unknown: 'Unknown browser',
  end: 'Sign out',
  endAll: 'Sign out everywhere',
  endAllHint: 'Also here. Use it when something looks wrong, then change your password.',
  ended: 'Signed out there.',
})
