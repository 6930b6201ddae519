// Every sentence of the provider's pages.

import type { LanguageCode } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type InOneLanguage, inLanguage } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

const pageTexts = msg({
  language: 'Language',
  signIn: 'Sign in',
  signInTo: 'Sign in to {name}',
  lead: 'Use your e-mail address and password.',
  welcome: 'Payments, merchants and support in one place.',
  tagline: 'The part of every payment that you keep.',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  signingIn: 'Signing in…',
  forgotten: 'Forgot your password?',
  noAccount: 'No account yet?',
  noAccountLink: 'How to get one',
  error: 'Error',
  errorTitle: 'You could not be signed in',
  emailMissing: 'Enter your e-mail address',
  passwordMissing: 'Enter your password',
  refused: 'E-mail and password do not match an account that may sign in.',
  refusedMore:
    'Check both and try again. After {tries} wrong tries an account is locked for {minutes} minutes.',
  inactive:
    'Your account has been deactivated. An administrator of your organisation can tell you why.',
  suspended:
    'Your organisation has been suspended, so none of its people can sign in. Your account is as it was; ask the support below.',
  elsewhere_only:
    'Your organisation has closed sign-in by password. Enter only your e-mail address, and sign in at your organisation’s identity provider.',
  tooMany: 'Too many failed sign-ins came from your network. Try again in {minutes} minutes.',
  foreignForm: 'This form was sent from another page. Fill it in here.',
  expiredTitle: 'This sign-in has expired',
  expired:
    'It was left open too long, or it was finished in another tab. Nothing is lost: start again.',
  startAgain: 'Start again',
  failedTitle: 'Something is wrong with this link',
  failed:
    'The page that sent you here asked for something that is not allowed. If it happens again, quote the code below to support.',
  brokenTitle: 'Something went wrong here',
  broken:
    'The fault is ours and has been recorded. Try again in a moment; if it happens again, quote the code below to support.',
  unavailableTitle: 'Back in a moment',
  unavailable:
    'The database does not answer at the moment, so nobody can sign in. Nothing is lost. This page tries again automatically.',
  tryAgain: 'Try again now',
  notFoundTitle: 'There is no such page',
  notFound: 'The address may be mistyped or out of date.',
  code: 'Code',
  backToPortal: 'Go to the portal',
  registerTitle: 'Accounts are by invitation',
  register:
    'Your payment provider, or an administrator of your own organisation, creates your account. Ask them, naming the e-mail address that you want to sign in with.',
  askSupport: 'Support of {name}',
  signOutTitle: 'Sign out?',
  signOutText: 'You will be signed out of {name} in this browser.',
  signOut: 'Sign out',
  staySignedIn: 'Stay signed in',
  signingOut: 'Signing out…',
  signedOutTitle: 'You are signed out',
  signedOut: 'You can close this page.',
  runsOn: 'Runs on Counterfoil',
})

export type Texts = InOneLanguage<typeof pageTexts>

export const textsIn = (language: LanguageCode): Texts => inLanguage(pageTexts, language)
