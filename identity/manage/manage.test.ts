// What people do with their own account, through the forms, as a browser without JavaScript.
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewAccount } from '../accounts.ts'
import { codeAt } from '../one-time-codes.ts'
import { Browser, codeOf, type Page, PortalClient, type Tokens } from '../testing/browser.ts'
import {
  northwind,
  password,
  portalUrl,
  startTestIdentity,
  type TestIdentity,
} from '../testing/test-identity.ts'

const database = await testDatabase()
let identity: TestIdentity
beforeAll(async () => {
  const tenant = await makeTenant(database, northwind)
  identity = await startTestIdentity(database.urls.identity, tenant.id)
})
afterAll(() => identity.close())

const portal = () => new PortalClient(identity.issuer, portalUrl)
const at = (page = '') => `${identity.issuer}/Identity/Account/Manage${page}`

async function signedIn(): Promise<{ person: NewAccount; browser: Browser; tokens: Tokens }> {
  const person = await identity.person()
  const browser = new Browser()
  return { person, browser, tokens: await portal().tokens(browser, person.email, password) }
}

const accountOf = async (person: NewAccount) =>
  (await identity.pool.query('select * from identity.account where user_id = $1', [person.userId]))
    .rows[0]

/** What the portal is told, but for sign-ins. */
const eventsOf = async (person: NewAccount) =>
  (
    await database.owner.query(
      `select kind, details from app.account_event where user_id = $1 and kind <> 'signed_in' order by id`,
      [person.userId],
    )
  ).rows

describe('the own account', () => {
  test.each(['', '/Password', '/Authenticator', '/Sessions'])(
    'page %j is for whoever is signed in',
    async (page) => {
      const answer = await new Browser().get(at(page))
      expect(answer.location).toBe(
        `${portalUrl}/authentication/login?returnUrl=/authentication/profile`,
      )
      const { browser } = await signedIn()
      expect((await browser.get(at(page))).text).toContain('<h1>Your account</h1>')
    },
  )

  test('changes name and time zone, and tells the portal', async () => {
    const { browser, person } = await signedIn()
    const sent = await browser.post(at(), {
      firstName: ' Gra\u202ece ',
      lastName: '<b>Hopper</b>',
      timeZone: 'Europe/Istanbul',
    })
    expect(sent.location).toBe(`${at()}?done=saved`)
    const page = await browser.get(at())
    expect(page.text).toContain('value="Grace"')
    expect(page.text).not.toContain('<b>Hopper')
    expect(page.text).toContain('<option value="Europe/Istanbul" selected>')
    expect(await eventsOf(person)).toMatchObject([
      {
        kind: 'profile_changed',
        details: { firstName: 'Grace', lastName: '<b>Hopper</b>', timeZone: 'Europe/Istanbul' },
      },
    ])
    expect((await browser.post(at(), { firstName: ' ' })).status).toBe(422)
    const card = { firstName: 'Grace', lastName: '4242 4242 4242 4242' }
    expect((await browser.post(at(), card)).text).toContain('This is the number of a card')
  })

  test('is changed from its own pages alone', async () => {
    const { browser, person } = await signedIn()
    for (const page of ['', '/Password', '/Authenticator', '/Sessions']) {
      const fields = { firstName: 'Mallory', password: 'x'.repeat(12), repeat: 'x'.repeat(12) }
      const answer = await browser.post(at(page), fields, { origin: 'https://evil.example' })
      expect(answer.status).toBe(403)
    }
    expect((await accountOf(person)).given_name).toBe('Ada')
  })

  test('takes a new password from whoever knows the old one, and stays signed in here alone', async () => {
    const { browser, person } = await signedIn()
    const elsewhere = await portal().tokens(new Browser(), person.email, password)
    const fresh = { password: 'a wholly new password', repeat: 'a wholly new password' }
    const wrong = await browser.post(at('/Password'), { ...fresh, current: 'not it' })
    expect(wrong.text).toContain('This is not your current password')
    const done = await browser.post(at('/Password'), { ...fresh, current: password })
    expect(done.status).toBe(303)
    expect((await portal().refresh(elsewhere.refresh_token)).status).toBe(400)
    expect((await browser.get(at())).text).toContain('<h1>Your account</h1>')
    expect(codeOf(await portal().signIn(new Browser(), person.email, fresh.password))).toBeTruthy()
  })

  test('guesses at the password are counted as at the sign-in', async () => {
    const { browser, person } = await signedIn()
    const guess = { current: 'x', password: 'y'.repeat(12), repeat: 'y'.repeat(12) }
    for (let tries = 0; tries < 5; tries++) await browser.post(at('/Password'), guess)
    const locked = await browser.post(at('/Password'), { ...guess, current: password })
    expect(locked.status).toBe(422)
    expect((await accountOf(person)).locked_until).not.toBeNull()
  })

  test('lists its sessions, ends another one, and all of them', async () => {
    const { browser, person, tokens } = await signedIn()
    const other = new Browser()
    const otherTokens = await portal().tokens(other, person.email, password)
    const stranger = await signedIn()
    const list = await browser.get(at('/Sessions'))
    expect(list.text.match(/<li>/g)).toHaveLength(2)
    expect(list.text).toContain('This browser')
    const uid = /name="session" value="([^"]+)"/.exec(list.text)?.[1] ?? ''
    await stranger.browser.post(at('/Sessions'), { session: uid })
    const renewed = await portal().refresh(otherTokens.refresh_token)
    expect(renewed.status).toBe(200)
    const again = (await renewed.json()) as Tokens

    const ended = await browser.post(at('/Sessions'), { session: uid })
    expect(ended.location).toBe(`${at('/Sessions')}?done=ended`)
    expect((await portal().refresh(again.refresh_token)).status).toBe(400)
    expect((await other.get(at())).status).toBe(302)

    await browser.post(at('/Sessions'), {})
    expect((await browser.get(at())).status).toBe(302)
    expect((await portal().refresh(tokens.refresh_token)).status).toBe(400)
    expect((await stranger.browser.get(at())).status).toBe(200)
  })
})

/** Sets up an app; answers its secret and the recovery codes that were shown. */
async function enrol(browser: Browser): Promise<{ secret: string; recovery: string[] }> {
  const scan = await browser.post(at('/Authenticator'), { do: 'begin', current: password })
  const secret = /class="secret">([A-Z2-7 ]+)</.exec(scan.text)?.[1]?.replaceAll(' ', '') ?? ''
  expect(scan.text).toContain('<svg')
  const wrong = await browser.post(at('/Authenticator'), { do: 'confirm', code: '000000' })
  expect(wrong.status).toBe(422)
  const code = codeAt(secret, new Date())
  const done = await browser.post(at('/Authenticator'), { do: 'confirm', code })
  const recovery = [...done.text.matchAll(/<li>([A-Z2-7-]{19})<\/li>/g)].map(([, one]) => one ?? '')
  expect(recovery).toHaveLength(10)
  return { secret, recovery }
}

/** The next code: the one that confirmed the enrolment counts no more. */
const nextCode = (secret: string) => codeAt(secret, new Date(Date.now() + 30_000))

const openCodeStep = async (browser: Browser, person: NewAccount): Promise<Page> =>
  portal().signIn(browser, person.email, password)

describe('an authenticator app', () => {
  test('is asked at the sign-in once it is set up, and the token says so', async () => {
    const { browser, person } = await signedIn()
    const { secret } = await enrol(browser)
    const client = portal()
    const other = new Browser()
    const step = await client.signIn(other, person.email, password)
    expect(step.text).toContain('Confirm that it is you')
    // in the colours of whose account it is
    expect(step.text).toContain('Northwind Pay')
    expect((await other.post(step.url, { code: '' })).status).toBe(422)
    const back = await other.follow(await other.post(step.url, { code: nextCode(secret) }))
    const tokens = (await (await client.exchange(codeOf(back))).json()) as Tokens
    expect(decodeJwt(tokens.id_token).amr).toEqual(['pwd', 'otp', 'mfa'])
    expect((await eventsOf(person)).at(-1)?.details).toMatchObject({ what: 'authenticator_added' })
  })

  test('has codes that count once, also when two arrive at one instant', async () => {
    const { browser, person } = await signedIn()
    const { secret } = await enrol(browser)
    const others = [new Browser(), new Browser()] as const
    const steps = await Promise.all(others.map((other) => openCodeStep(other, person)))
    const code = nextCode(secret)
    const answers = await Promise.all(
      others.map((other, index) => other.post(steps[index]?.url ?? '', { code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401])
    const late = new Browser()
    const step = await openCodeStep(late, person)
    expect((await late.post(step.url, { code })).status).toBe(401)
  })

  test('closes the account after five wrong codes, however often the password is right in between', async () => {
    const { browser, person } = await signedIn()
    const { secret } = await enrol(browser)
    for (let tries = 0; tries < 5; tries++) {
      const other = new Browser()
      const step = await openCodeStep(other, person)
      expect((await other.post(step.url, { code: '123456' })).status).toBe(401)
    }
    const other = new Browser()
    const locked = await openCodeStep(other, person)
    expect(locked.status).toBe(401)
    expect(locked.text).toContain('name="password"')
    expect((await accountOf(person)).locked_until).not.toBeNull()
    expect(secret).not.toBe('')
  })

  test('is not needed with a recovery code, each of which works once and is kept as a hash', async () => {
    const { browser, person } = await signedIn()
    const { recovery } = await enrol(browser)
    const [first = ''] = recovery
    const use = async (code: string) => {
      const other = new Browser()
      const step = await openCodeStep(other, person)
      return (await other.post(step.url, { code })).status
    }
    expect(await use(first.toLowerCase().replaceAll('-', ' '))).toBe(303)
    expect(await use(first)).toBe(401)
    const stored = JSON.stringify(
      (await identity.pool.query('select * from identity.recovery_code')).rows,
    )
    expect(stored).not.toContain(first)
    expect((await browser.get(at('/Authenticator'))).text).toContain('9 recovery codes are left')
  })

  test('gives way to another account, and its step cannot be taken up in another browser', async () => {
    const { browser, person } = await signedIn()
    const { secret } = await enrol(browser)
    const other = new Browser()
    const step = await openCodeStep(other, person)
    const foreign = await new Browser().post(step.url, { code: nextCode(secret) })
    expect(foreign.status).toBe(400)
    const form = await other.get(`${step.url}?again`)
    expect(form.text).toContain('name="password"')
    const somebody = await identity.person()
    const back = await other.post(step.url, { email: somebody.email, password })
    expect(back.status).toBe(303)
  })

  test('is set up with the password, and asked no more when that is chosen', async () => {
    const { browser, person } = await signedIn()
    const refused = await browser.post(at('/Authenticator'), { do: 'begin', current: 'wrong' })
    expect(refused.status).toBe(422)
    expect((await accountOf(person)).totp_pending).toBeNull()
    const { secret } = await enrol(browser)
    const code = nextCode(secret)
    await browser.post(at('/Authenticator'), { do: 'ask', current: password, code })
    expect(codeOf(await portal().signIn(new Browser(), person.email, password))).toBeTruthy()
  })

  test('that was begun is completed in the same session alone, for some minutes, and not once it was cancelled', async () => {
    const { browser, person } = await signedIn()
    const other = new Browser()
    await portal().tokens(other, person.email, password)
    const begin = async () => {
      const scan = await browser.post(at('/Authenticator'), { do: 'begin', current: password })
      return /class="secret">([A-Z2-7 ]+)</.exec(scan.text)?.[1]?.replaceAll(' ', '') ?? ''
    }
    const confirm = (by: Browser, secret: string) =>
      by.post(at('/Authenticator'), { do: 'confirm', code: codeAt(secret, new Date()) })
    const secret = await begin()
    // a wrong code shows no other session the secret
    const wrong = await other.post(at('/Authenticator'), { do: 'confirm', code: '000000' })
    expect(wrong.text).not.toContain('class="secret"')
    await confirm(other, secret)
    expect((await accountOf(person)).totp_secret).toBeNull()
    await identity.pool.query(
      `update identity.account set totp_pending_at = now() - interval '11 minutes' where user_id = $1`,
      [person.userId],
    )
    await confirm(browser, secret)
    expect((await accountOf(person)).totp_secret).toBeNull()
    const next = await begin()
    await browser.get(at('/Authenticator'))
    await confirm(browser, next)
    expect((await accountOf(person)).totp_secret).toBeNull()
  })

  test.each(['begin', 'ask', 'codes', 'remove'])(
    'once set up is not touched by %s with the password alone, nor by a code that served before',
    async (what) => {
      const { browser, person } = await signedIn()
      const { secret, recovery } = await enrol(browser)
      const send = (fields: Record<string, string>) =>
        browser.post(at('/Authenticator'), { do: what, ...fields })
      const before = await accountOf(person)
      expect((await send({ current: password })).text).toContain('Enter the code that the app')
      expect((await send({ current: password, code: '000000' })).status).toBe(422)
      const code = nextCode(secret)
      // a wrong password spends no code
      expect((await send({ current: 'wrong', code })).status).toBe(422)
      const { failed_codes } = await accountOf(person)
      expect(failed_codes).toBe(1)
      const unchanged = await accountOf(person)
      for (const column of ['totp_secret', 'totp_pending', 'asks_code'])
        expect(unchanged[column]).toEqual(before[column])
      expect((await send({ current: password, code })).status).toBeLessThan(400)
      if (what === 'remove') return
      expect((await send({ current: password, code })).status).toBe(422)
      if (what === 'codes') return
      expect((await send({ current: password, code: recovery[0] ?? '' })).status).toBeLessThan(400)
      expect((await send({ current: password, code: recovery[0] ?? '' })).status).toBe(422)
    },
  )

  test('takes another one’s place with a code of the one before, and is removed with one', async () => {
    const { browser, person } = await signedIn()
    const { secret } = await enrol(browser)
    const scan = await browser.post(at('/Authenticator'), {
      ...{ do: 'begin', current: password, code: nextCode(secret) },
    })
    const other = /class="secret">([A-Z2-7 ]+)</.exec(scan.text)?.[1]?.replaceAll(' ', '') ?? ''
    const code = codeAt(other, new Date())
    expect((await browser.post(at('/Authenticator'), { do: 'confirm', code })).status).toBe(200)
    const done = await browser.post(at('/Authenticator'), {
      ...{ do: 'remove', current: password, code: nextCode(other) },
    })
    expect(done.location).toBe(`${at('/Authenticator')}?done=removed`)
    expect((await accountOf(person)).totp_secret).toBeNull()
  })

  test('closes the account after five wrong codes on its page too', async () => {
    const { browser, person } = await signedIn()
    await enrol(browser)
    const fields = { do: 'remove', current: password, code: '000000' }
    for (let tries = 0; tries < 5; tries++) await browser.post(at('/Authenticator'), fields)
    expect((await accountOf(person)).locked_until).not.toBeNull()
    expect((await accountOf(person)).totp_secret).not.toBeNull()
  })

  test('that an administrator took away is asked for nowhere, and another one is set up', async () => {
    const { browser, person } = await signedIn()
    const { secret } = await enrol(browser)
    await database.owner.query(
      `insert into app.user_directory (user_id, tenant_id, email, subject, authenticator_reset_at)
       values ($1, $2, $3, $4, now())`,
      [person.userId, person.tenantId, person.email, person.userId],
    )
    expect(codeOf(await portal().signIn(new Browser(), person.email, password))).toBeTruthy()
    expect((await browser.get(at('/Authenticator'))).text).toContain('keeps others out')
    const from = { ip: '::1', userAgent: '', requestId: 'r-1' }
    const tried = { userId: person.userId, code: nextCode(secret), ...from }
    expect(await identity.confirm(tried)).toBe('not_enrolled')
    const { secret: fresh } = await enrol(browser)
    expect(await identity.confirm({ ...tried, code: nextCode(fresh) })).toBe('confirmed')
  })

  test('of the demo’s kind, with a short secret, is there and not asked at the sign-in', async () => {
    const person = await identity.person({ totpSecret: 'COUNTERFOILDEMO2' })
    const browser = new Browser()
    await portal().tokens(browser, person.email, password)
    const page = await browser.get(at('/Authenticator'))
    expect(page.text).toContain('An authenticator app is set up')
    await browser.post(at('/Authenticator'), {
      ...{ do: 'ask', asks: 'yes', current: password },
      code: codeAt('COUNTERFOILDEMO2', new Date()),
    })
    const other = new Browser()
    const step = await openCodeStep(other, person)
    const code = nextCode('COUNTERFOILDEMO2')
    expect((await other.post(step.url, { code })).status).toBe(303)
  })
})
