// What the pages around another provider say.
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const federationTexts = msg({
  lead: 'Enter your e-mail address. It decides where you sign in.',
  continue: 'Continue',
  continuing: 'One moment…',
  withPassword: 'Sign in with a password',
  otherEmail: 'Use another e-mail address',
  leavingTitle: 'On to {name}',
  leaving: 'People with your e-mail address sign in there. If nothing happens, press the button.',
  failedTitle: 'You are not signed in',
  lost: 'The sign-in service of {name} does not answer. Try again in a moment. If this continues, tell your administrator: the audit trail has the cause.',
  refusedThere: '{name} did not let you in. Try again, or ask your administrator there.',
  badAnswer:
    '{name} did not answer as expected, so nobody was signed in. Try again; if it happens again, tell your administrator: the audit trail has the cause.',
  unanswered:
    'You signed in at {name}, but your access here could not be looked up in time. Try again in a moment.',
  no_email: '{name} did not say which e-mail address is yours. Your administrator can set that up.',
  unverified_email:
    '{name} does not say that your e-mail address is verified. Your administrator can set that up.',
  foreign_domain:
    'The e-mail address that {name} gave is not of a domain whose people sign in this way.',
  unknown:
    'You signed in at {name}, but have no access here. Ask an administrator of your organisation for it.',
  other_subject:
    'Your e-mail address belongs to another account at {name} than before. An administrator of your organisation has to remove your old account here first.',
  no_role:
    'You signed in at {name}, but none of your groups there has access here. Ask an administrator of your organisation.',
  inactive:
    'Your account has been deactivated. An administrator of your organisation can tell you why.',
  tryAgain: 'Try again',
  testTitle: 'Test of {name}',
  testPassed:
    'The test is finished. Nobody was signed in and nothing was saved. Close this window: the portal shows the result.',
  testFailed:
    'The test has stopped at an error. Close this window: the portal says at which step, and why.',
  closeWindow: 'Go to the portal',
})
