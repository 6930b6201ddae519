import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** The English texts are the documents', to the letter. */
export const authenticationTexts = msg({
  signingIn: 'Signing you in…',
  signingOut: 'Signing you out…',
  redirecting: 'One moment…',
  signInFailed: 'There was an error signing in. Error: {details}',
  popupClosed: 'The user closed the window.',
  loginFailedTitle: 'Sign-in did not work',
  tryAgain: 'Try again',
  toStart: 'To the start page',
  loggedOutTitle: 'Signed out',
  loggedOut: 'You successfully logged out!',
  loggedOutHere:
    'Your organisation’s sign-in service still knows you in this browser. Sign out there as well if others use it.',
  notInitiated: 'The logout was not initiated from within the page.',
  registerTitle: 'Accounts are by invitation',
  registerElsewhere: 'An administrator of your organisation gives you access.',
  profileTitle: 'Your account',
  profileElsewhere: 'Your name and password are kept where you signed in. Change them there.',
  account: 'Account',
  login: 'Login',
  logout: 'Logout',
})
