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
  unauthorizedTitle: 'No access',
  unauthorized: "401: You don't have enough permissions to get access to the resource",
  unauthorizedHint: 'Please, try to Logout/Login using other credentials',
  toDashboard: 'To the dashboard',
  toStart: 'To the start page',
  toScreen: 'To {title}',
  loggedOutTitle: 'Signed out',
  loggedOut: 'You successfully logged out!',
  notInitiated: 'The logout was not initiated from within the page.',
  registerTitle: 'Accounts are by invitation',
  registerElsewhere: 'An administrator of your organisation gives you access.',
  profileTitle: 'Your account',
  profileElsewhere: 'Your name and password are kept where you signed in. Change them there.',
  account: 'Account',
  login: 'Login',
  logout: 'Logout',
})
