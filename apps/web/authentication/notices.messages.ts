import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** Of the pages that few come to, fetched with them. The English texts are the documents', to the letter. */
export const noticeTexts = msg({
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
  redirecting: 'One moment…',
})
