// Sign-in by password closed by an organisation: every way to a password, and accounts that have none.
import { hash, randomUUID } from 'node:crypto'
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { NewAccount } from '../accounts.ts'
import { codeAt } from '../one-time-codes.ts'
import { Browser, codeOf, PortalClient } from '../testing/browser.ts'
import {
  northwind,
  password,
  portalUrl,
  startTestIdentity,
  type TestIdentity,
} from '../testing/test-identity.ts'

const database = await testDatabase()
const { owner } = database
let identity: TestIdentity
beforeAll(async () => {
  const tenant = await makeTenant(database, northwind)
  identity = await startTestIdentity(database.urls.identity, tenant.id)
})
afterAll(() => identity.close())
afterEach(async () => {
  vi.useRealTimers()
  await owner.query('delete from app.closed_local_sign_in')
})

const portal = () => new PortalClient(identity.issuer, portalUrl)
const at = (page: string) => `${identity.issuer}/Identity/Account/${page}`
const close = (...kept: string[]) =>
  owner.query('insert into app.closed_local_sign_in values ($1, $2, now())', [
    identity.tenantId,
    kept,
  ])

/** The token of a link that a mail held. */
async function linkFor(person: NewAccount, purpose: string): Promise<string> {
  const token = randomUUID()
  await owner.query(
    `insert into app.account_token (token_hash, purpose, user_id, tenant_id, email, user_type, first_name, last_name,
       created_at, expires_at) values ($1, $2, $3, $4, $5, $6, 'Ada', 'Quay', now(), now() + interval '30 minutes')`,
    [hash('sha256', token), purpose, person.userId, person.tenantId, person.email, person.userType],
  )
  return token
}

const asked = async ({ userId }: NewAccount) =>
  (
    await owner.query(
      `select from app.account_event where user_id = $1 and kind = 'password_reset_requested'`,
      [userId],
    )
  ).rowCount

const operator = () => identity.person({ userType: 'tenant' })

describe('closed sign-in by password', () => {
  test('mails nobody a link for a forgotten password, but the named ones, and says the same to all', async () => {
    const [kept, other] = [await operator(), await operator()]
    await close(kept.userId)
    const said = async ({ email }: NewAccount) => {
      const { text } = await new Browser().post(at('ForgotPassword'), { email })
      return text.replaceAll(email, '').replaceAll(/nonce="[^"]+"/g, '')
    }
    expect(await said(other)).toBe(await said(kept))
    expect([await asked(kept), await asked(other)]).toEqual([1, 0])
  })

  test('stops the links that are out, also a form that is open, until it is open again', async () => {
    const person = await operator()
    const token = await linkFor(person, 'password_reset')
    const address = at(`ResetPassword?token=${token}`)
    const fresh = { password: 'a wholly new password', repeat: 'a wholly new password' }
    const open = new Browser()
    expect((await open.get(address)).status).toBe(200)
    await close(v7())
    expect((await open.post(address, fresh)).status).toBe(410)
    expect((await new Browser().get(address)).text).toContain('closed sign-in by password')
    await owner.query('delete from app.closed_local_sign_in')
    expect((await open.post(address, fresh)).status).toBe(200)
    expect(codeOf(await portal().signIn(new Browser(), person.email, fresh.password))).toBeTruthy()
  })

  test('makes no account with a password from an invitation', async () => {
    const invited = {
      ...{ userId: v7(), tenantId: identity.tenantId, email: `${v7()}@northwind.example` },
      ...({ userType: 'tenant', givenName: '', familyName: '', password } as const),
    }
    const address = at(`Register?token=${await linkFor(invited, 'invitation')}`)
    const names = { firstName: 'Ada', lastName: 'Quay' }
    const fields = { ...names, password, repeat: password }
    await close(v7())
    expect((await new Browser().get(address)).status).toBe(410)
    expect((await new Browser().post(address, fields)).status).toBe(410)
    const made = await owner.query('select from identity.account where user_id = $1', [
      invited.userId,
    ])
    expect(made.rowCount).toBe(0)
  })

  test('holds for whoever has typed the password and is asked for a code', async () => {
    const secret = 'JBSWY3DPEHPK3PXP'
    const person = await identity.person({ userType: 'tenant', totpSecret: secret })
    await owner.query('update identity.account set asks_code = true where user_id = $1', [
      person.userId,
    ])
    const browser = new Browser()
    const step = await portal().signIn(browser, person.email, password)
    expect(step.text).toContain('name="code"')
    await close(v7())
    const refused = await browser.post(step.url, { code: codeAt(secret, new Date()) })
    expect([refused.status, refused.text.includes('closed sign-in by password')]).toEqual([
      403,
      true,
    ])
  })

  test('holds for merchants’ people of a domain that is sent elsewhere, and not for others', async () => {
    const provider = v7()
    await owner.query(`insert into app.federation values ($1, $2, '{}', null, '', now())`, [
      provider,
      identity.tenantId,
    ])
    await owner.query(
      `insert into app.email_domain values ($1, $2, 'sent.example', '', now(), now())`,
      [identity.tenantId, provider],
    )
    const sent = await identity.person({ email: 'Ada@Sent.example' })
    const other = await identity.person()
    await close(v7())
    const byPassword = async ({ email }: NewAccount) => {
      const browser = new Browser()
      const form = await portal().open(browser)
      return (await browser.post(`${form.url}?password`, { email, password })).status
    }
    expect([await byPassword(sent), await byPassword(other)]).toEqual([403, 303])
    await owner.query('delete from app.federation')
    expect(await byPassword(sent)).toBe(303)
  })
})

describe('who has no password', () => {
  async function signedIn() {
    const person = await operator()
    const browser = new Browser()
    await portal().tokens(browser, person.email, password)
    await owner.query('update identity.account set password_hash = null where user_id = $1', [
      person.userId,
    ])
    return { browser, person }
  }

  test('sets up an authenticator by a sign-in that is a few minutes old at most', async () => {
    const { browser } = await signedIn()
    const page = at('Manage/Authenticator')
    expect((await browser.get(page)).text).not.toContain('name="current"')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    expect((await browser.post(page, { do: 'begin' })).text).toContain('sign in again')
    vi.useRealTimers()
    const scan = await browser.post(page, { do: 'begin' })
    const secret = /class="secret">([^<]+)</.exec(scan.text)?.[1]?.replaceAll(' ', '') ?? ''
    const done = await browser.post(page, { do: 'confirm', code: codeAt(secret, new Date()) })
    expect(done.text).toContain('class="codes"')
    // what is set up is not taken away by a session that was left open
    expect((await browser.post(page, { do: 'remove' })).status).toBe(422)
  })

  test('is offered no change of one, and none is guessed', async () => {
    const { browser, person } = await signedIn()
    const page = at('Manage/Password')
    const fields = { current: '', password: 'a wholly new one', repeat: 'a wholly new one' }
    const answer = await browser.post(page, fields)
    expect(answer.text).not.toContain('type="password"')
    const { rows } = await owner.query(
      'select password_hash from identity.account where user_id = $1',
      [person.userId],
    )
    expect(rows).toEqual([{ password_hash: null }])
    for (const tried of ['', 'null', password]) {
      const form = await portal().open(new Browser())
      const refused = await new Browser().post(form.url, { email: person.email, password: tried })
      expect(refused.location ?? '').not.toContain('code=')
    }
  })
})
