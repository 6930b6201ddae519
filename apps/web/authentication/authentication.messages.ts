import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** The English texts are the documents', to the letter. */
export const authenticationTexts = msg({
  signingIn: 'Signing you in…',
  signingOut: 'Signing you out…',
  signInFailed: 'There was an error signing in. Error: {details}',
  providerSilent:
    'The sign-in service does not answer. Try again in a moment; if this continues, ask your administrator.',
  popupClosed: 'The user closed the window.',
  account: 'Account',
  login: 'Login',
  logout: 'Logout',
})
