import { afterEach, expect, test, vi } from 'vitest'
import { logFailure } from './log.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('a failure that is logged alone is on the console in development', () => {
  vi.stubEnv('DEV', true)
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  logFailure('Invalid URL', 'javascript:x')
  expect(error).toHaveBeenCalledWith('Invalid URL', 'javascript:x')
})

test('in production nothing is written to the console [errors.production-console]', () => {
  vi.stubEnv('DEV', false)
  const spies = (['error', 'warn', 'log', 'info', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => {}),
  )
  logFailure('Invalid URL', 'javascript:x')
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
})
