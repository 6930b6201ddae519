import { ErrorResponse, type User, UserManager } from 'oidc-client-ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Session } from './session.ts'

const silent = vi.spyOn(UserManager.prototype, 'signinSilent')
const redirect = vi.spyOn(UserManager.prototype, 'signinRedirect')
beforeEach(() => void redirect.mockResolvedValue())
afterEach(() => {
  silent.mockReset()
  redirect.mockReset()
  localStorage.clear()
})

const session = () =>
  new Session({
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
  })
const refused = new ErrorResponse({ error: 'login_required' })
const ada = { access_token: 'x', profile: { sub: 'ada' } } as User

test('a page that begins asks silently once: who is not known goes to the provider’s page at once', async () => {
  silent.mockRejectedValue(refused)
  const own = session()
  await own.begin()
  expect(own.current).toBeNull()
  expect(await own.signIn('/crm/tasks', null)).toEqual({ kind: 'Redirect' })
  expect(silent).toHaveBeenCalledOnce()
  expect(redirect.mock.lastCall?.[0]).toMatchObject({ state: '/crm/tasks' })
  // a later sign-in, of somebody who may have signed in elsewhere meanwhile, asks again
  await own.signIn(null, null)
  expect(silent).toHaveBeenCalledTimes(2)
})

test('who is known when the page begins is signed in, and asked about again after the session has ended', async () => {
  silent.mockResolvedValue(ada)
  const own = session()
  await own.begin()
  expect(own.current?.subject).toBe('ada')
  await own.clear()
  expect(await own.signIn(null, null)).toMatchObject({ kind: 'Success' })
  expect(silent).toHaveBeenCalledTimes(2)
  expect(redirect).not.toHaveBeenCalled()
})
