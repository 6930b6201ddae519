import { describe, expect, test } from 'vitest'
import { safeReturnPath } from './return-url.rules.ts'

const origin = 'https://portal.example'
const home = '/dashboard'
const pathOf = (returnUrl: string | null) => safeReturnPath(returnUrl, origin, home)

describe('return URL', () => {
  test('goes where it says on the own origin [auth.after-login.return-url]', () => {
    expect(pathOf('/crm/dashboard')).toBe('/crm/dashboard')
    expect(pathOf('/list?status=captured&page=2#row')).toBe('/list?status=captured&page=2#row')
    expect(pathOf(`${origin}/list`)).toBe('/list')
  })

  test('without one the default path is taken [auth.after-login.default.other]', () => {
    expect(pathOf(null)).toBe(home)
    expect(pathOf('')).toBe(home)
  })

  test.each([
    'https://evil.example/',
    'http://portal.example/',
    'https://portal.example:8443/',
    'https://portal.example.evil.example/',
    'https://user@portal.example@evil.example/',
    'https://portal.example@evil.example/',
    'https://user:word@portal.example/list',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    'https://portal.example//evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'blob:https://portal.example/x',
    'https://',
  ])('%j does not leave the own origin [auth.return-url.same-origin]', (attempt) => {
    const path = pathOf(attempt)
    // Whatever is answered must resolve to a page of ours, and again when it is resolved a second time.
    const resolved = new URL(path, origin)
    expect(resolved.origin).toBe(origin)
    expect(new URL(resolved.pathname, origin).origin).toBe(origin)
    expect(path.startsWith('//')).toBe(false)
  })

  test('nobody is sent back into the sign-in', () => {
    expect(pathOf('/authentication/logout')).toBe(home)
    expect(pathOf('/login-callback?code=x')).toBe(home)
    expect(pathOf('/authentication/profile')).toBe('/authentication/profile')
    expect(pathOf('/authentication/profile/../logout')).toBe(home)
  })
})
