import { ErrorResponse, type User, UserManager } from 'oidc-client-ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientConfiguration } from '../testing/client-configuration.ts'
import { Session } from './session.ts'

const silent = vi.spyOn(UserManager.prototype, 'signinSilent')
const redirect = vi.spyOn(UserManager.prototype, 'signinRedirect')
beforeEach(() => void redirect.mockResolvedValue())
afterEach(() => {
  silent.mockReset()
  redirect.mockReset()
  localStorage.clear()
})

const session = () => new Session(clientConfiguration)
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
