import type { User } from 'oidc-client-ts'
import { describe, expect, test } from 'vitest'
import { type SignInMethods, signInBy } from './sign-in.ts'

const user = { access_token: 'x', profile: { sub: 'ada' } } as User

/** The ways in the order in which they are tried, each with the outcome that a test gives it. */
function waysWith(outcomes: { silent?: User | Error; popup?: User | Error; redirect?: Error }) {
  const tried: string[] = []
  const answer = (outcome: User | Error | undefined) => {
    if (outcome instanceof Error) throw outcome
    return outcome ?? null
  }
  const ways: SignInMethods = {
    async signinSilent() {
      tried.push('silent')
      return answer(outcomes.silent)
    },
    async signinPopup() {
      tried.push('popup')
      return answer(outcomes.popup) as User
    },
    async signinRedirect() {
      tried.push('redirect')
      answer(outcomes.redirect)
    },
  }
  return { ways, tried }
}

const inputs = { usesPopup: false, parameters: {} }
const withPopup = { ...inputs, usesPopup: true }
const loginRequired = new Error('login_required')

describe('a sign-in', () => {
  test('is silent where the provider knows the user: Success [auth.result]', async () => {
    const { ways, tried } = waysWith({ silent: user })
    expect(await signInBy(ways, withPopup)).toEqual({ kind: 'Success', user })
    expect(tried).toEqual(['silent'])
  })

  test('goes on by redirect, without a window unless configured [auth.sign-in.order] [auth.result]', async () => {
    const { ways, tried } = waysWith({ silent: loginRequired })
    expect(await signInBy(ways, inputs)).toEqual({ kind: 'Redirect' })
    expect(tried).toEqual(['silent', 'redirect'])
  })

  test('tries a window between the two when configured [auth.sign-in.order]', async () => {
    const { ways, tried } = waysWith({ silent: loginRequired, popup: user })
    expect(await signInBy(ways, withPopup)).toEqual({ kind: 'Success', user })
    expect(tried).toEqual(['silent', 'popup'])
  })

  test('leaves the page when the browser opens no window [auth.sign-in.order]', async () => {
    const blocked = new Error('Attempted to navigate on a disposed window')
    const { ways, tried } = waysWith({ silent: loginRequired, popup: blocked })
    expect(await signInBy(ways, withPopup)).toEqual({ kind: 'Redirect' })
    expect(tried).toEqual(['silent', 'popup', 'redirect'])
  })

  test('fails, and is not tried again, when the user closes the window [errors.popup-closed] [auth.result]', async () => {
    const closed = new Error('Popup closed by user')
    const { ways, tried } = waysWith({ silent: loginRequired, popup: closed })
    expect(await signInBy(ways, withPopup)).toEqual({
      kind: 'Fail',
      cause: { reason: 'popup-closed', details: 'Popup closed by user' },
    })
    expect(tried).toEqual(['silent', 'popup'])
  })

  test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
    'a provider that does not answer is distinguished from other failures, in the words of each browser: %s',
    async (details) => {
      const { ways } = waysWith({ silent: loginRequired, redirect: new TypeError(details) })
      expect(await signInBy(ways, inputs)).toEqual({
        kind: 'Fail',
        cause: { reason: 'unreachable', details },
      })
    },
  )

  test('fails with the words of what went wrong [errors.sign-in-failure]', async () => {
    const { ways } = waysWith({
      silent: loginRequired,
      redirect: new Error('No state in response'),
    })
    expect(await signInBy(ways, inputs)).toEqual({
      kind: 'Fail',
      cause: { reason: 'error', details: 'No state in response' },
    })
  })
})
