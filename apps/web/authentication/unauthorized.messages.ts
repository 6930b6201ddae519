import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** The English texts of the refusal are the documents', to the letter. */
export const unauthorizedTexts = msg({
  unauthorizedTitle: 'No access',
  unauthorized: "401: You don't have enough permissions to get access to the resource",
  unauthorizedHint: 'Please, try to Logout/Login using other credentials',
  askedFor: 'You wanted to open {address}.',
  askedForPage: 'You wanted to open “{page}”, {address}.',
  missing:
    '{count, plural, one {Your role does not hold the permission for it:} other {It takes one of these permissions, and your role holds none of them:}}',
  whoGives:
    'An administrator of your organisation gives it to your role, under Users. Once you have it, the page opens at the same address.',
  openAgain: 'Try the page again',
  toDashboard: 'To the dashboard',
  toScreen: 'To {title}',
})
