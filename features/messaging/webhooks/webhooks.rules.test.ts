import { describe, expect, test } from 'vitest'
import {
  attemptReasonOf,
  decideBreaker,
  decideOutcome,
  pauseDueAt,
  retryDelaysS,
  webhookBody,
} from './webhooks.rules.ts'

const at = new Date('2026-03-14T09:26:53.589Z')
const failure = { status: 500, retryAfter: undefined }

test('the payload is the one that Standard Webhooks recommends, with the event’s id and its own version', () => {
  const payload = webhookBody({
    eventId: 'e',
    type: 'payment.captured',
    data: { id: 'p', amount: 1250 },
    now: at,
  })
  expect(payload).toBe(
    '{"id":"e","type":"payment.captured","timestamp":"2026-03-14T09:26:53.589Z","payloadVersion":1,"data":{"id":"p","amount":1250}}',
  )
})

describe('decideOutcome', () => {
  test('walks the whole schedule, then gives up', () => {
    let clock = at
    const waitedS: number[] = []
    for (let attempt = 1; ; attempt++) {
      const outcome = decideOutcome(attempt, failure, clock)
      if (outcome.state !== 'failing') {
        expect(outcome).toEqual({ state: 'given_up', disablesEndpoint: false })
        expect(attempt).toBe(10)
        break
      }
      waitedS.push((outcome.nextAttemptAt.getTime() - clock.getTime()) / 1000)
      clock = outcome.nextAttemptAt
    }
    expect(waitedS).toEqual(retryDelaysS.slice(1))
    expect(waitedS).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
  })

  test.each([200, 201, 204, 299])('%i is a success', (status) => {
    expect(decideOutcome(1, { ...failure, status }, at)).toEqual({ state: 'delivered' })
  })

  test.each([undefined, 301, 302, 307, 400, 404, 429, 500])('%s is tried again', (status) => {
    expect(decideOutcome(1, { ...failure, status }, at)).toMatchObject({ state: 'failing' })
  })

  test('410 gives up and disables the endpoint', () => {
    expect(decideOutcome(1, { ...failure, status: 410 }, at)).toEqual({
      state: 'given_up',
      disablesEndpoint: true,
    })
  })

  test.each([
    ['120', 120],
    ['2', 5],
    [new Date(at.getTime() + 600_411).toUTCString(), 601],
    ['Sat, 14 Mar 2020 00:00:00 GMT', 5],
    ['soon', 5],
    ['-3', 5],
    ['99999999', 86_400],
  ])('Retry-After %s waits %i s', (retryAfter, seconds) => {
    const outcome = decideOutcome(1, { status: 503, retryAfter }, at)
    expect(outcome).toEqual({
      state: 'failing',
      nextAttemptAt: new Date(at.getTime() + seconds * 1000),
    })
  })
})

const hours = { warnHours: 24, pauseHours: 72 }
const [warnAfterMs, pauseAfterMs] = [24 * 3_600_000, 72 * 3_600_000]
const failingSince = new Date('2026-11-01T00:00:00Z')
const after = (ms: number) => new Date(failingSince.getTime() + ms)
const warnedAt = after(warnAfterMs)
const failing = { failures: 9, failingSince, warnedAt: null, pausedAt: null }

test.each([
  ['fails for a moment', failing, 60_000, undefined],
  ['is warned of', failing, warnAfterMs, 'warn'],
  ['is warned of once', { ...failing, warnedAt }, pauseAfterMs - 1, undefined],
  ['is paused', { ...failing, warnedAt }, pauseAfterMs, 'pause'],
  ['is warned of first, even when its failures are long apart', failing, pauseAfterMs, 'warn'],
  ['failed rarely', { ...failing, warnedAt, failures: 4 }, pauseAfterMs, undefined],
  ['is paused already', { ...failing, warnedAt, pausedAt: warnedAt }, 2 * pauseAfterMs, undefined],
] as const)('an endpoint that %s', (_, endpoint, ms, step) => {
  expect(decideBreaker(endpoint, hours, after(ms))).toBe(step)
})

test('the warning names when it is paused', () => {
  expect(decideBreaker({ ...failing, warnedAt }, hours, pauseDueAt(failingSince, hours))).toBe(
    'pause',
  )
  // what the operators set may be the other way round
  const reversed = { warnHours: 24, pauseHours: 2 }
  const dueAt = pauseDueAt(failingSince, reversed)
  expect(decideBreaker(failing, reversed, new Date(dueAt.getTime() - 1))).toBeUndefined()
  expect(decideBreaker(failing, reversed, dueAt)).toBe('warn')
})

test.each([
  ['connect ECONNREFUSED 127.0.0.1:9', 'refused'],
  ['connect ECONNREFUSED ::1:9; connect ECONNREFUSED 127.0.0.1:9', 'refused'],
  ['getaddrinfo ENOTFOUND shop.example', 'nameUnknown'],
  ['getaddrinfo EAI_AGAIN shop.example', 'nameUnknown'],
  ['shop.example has no address', 'nameUnknown'],
  ['connect EHOSTUNREACH 192.0.2.1:443', 'unreachable'],
  ['connect ETIMEDOUT 192.0.2.1:443', 'unreachable'],
  ['certificate has expired', 'certificate'],
  ['self-signed certificate in certificate chain', 'certificate'],
  ['unable to verify the first certificate', 'certificate'],
  ["Hostname/IP does not match certificate's altnames: Host: shop.example.", 'certificate'],
  ['TLS: wrong version number', 'encryption'],
  ['shop.example leads to 10.0.0.1, which is not a public address', 'notPublic'],
  ['The connection was closed before the answer was whole', 'closed'],
  ['Parse Error: Expected HTTP/', undefined],
])('%s: %s', (text, reason) => {
  expect(attemptReasonOf(text)).toBe(reason)
})
