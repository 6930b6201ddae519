import type { ClientConfiguration } from '../session/session.ts'

/** Of a provider that nothing listens at. */
export const clientConfiguration: ClientConfiguration = {
  authority: 'http://127.0.0.1:9',
  client_id: 'c',
  redirect_uri: 'http://localhost/login-callback',
  post_logout_redirect_uri: 'http://localhost/',
  silent_redirect_uri: 'http://localhost/silent',
  popup_redirect_uri: 'http://localhost/popup',
  profile_claim: 'profile',
  sign_in_popup: false,
  register_url: null,
  account_url: null,
  response_type: 'code',
  scope: 'openid',
}
