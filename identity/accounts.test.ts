import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { createAccount, findAccount, type NewAccount, setActive, setPassword } from './accounts.ts'

const database = await testDatabase()
const pool = new pg.Pool({ connectionString: database.urls.identity, max: 4 })
afterAll(() => pool.end())
const tenant = await makeTenant(database)

const newAccount = (changes: Partial<NewAccount> = {}): NewAccount => {
  const userId = v7()
  return {
    userId,
    tenantId: tenant.id,
    email: `${userId}@harbour.example`,
    password: 'correct horse battery',
    userType: 'merchant',
    givenName: 'Ada',
    familyName: 'Quay',
    ...changes,
  }
}

test('an account is made once, also by many at once, and stays as it was made', async () => {
  const account = newAccount()
  await Promise.all([1, 2, 3, 4].map(() => createAccount(pool, account)))
  await createAccount(pool, { ...account, givenName: 'Other', password: 'another password' })
  expect(await findAccount(pool, account.userId)).toMatchObject({
    givenName: 'Ada',
    email: account.email,
    isActive: true,
  })
})

test('an e-mail belongs to one account, however it is typed', async () => {
  const account = newAccount({ email: 'Ada.Quay@Harbour.example' })
  await createAccount(pool, account)
  await expect(
    createAccount(pool, newAccount({ email: ' ada.quay@harbour.EXAMPLE' })),
  ).rejects.toMatchObject({ code: 'account.email_taken', status: 409 })
})

test('the password is kept as argon2id with the parameters that OWASP names', async () => {
  const account = newAccount()
  await createAccount(pool, account)
  const { rows } = await pool.query<{ password_hash: string }>(
    'select password_hash from identity.account where user_id = $1',
    [account.userId],
  )
  expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a password has a length that can be typed and guessed by nobody', async () => {
  for (const password of ['short', 'x'.repeat(129)]) {
    await expect(createAccount(pool, newAccount({ password }))).rejects.toMatchObject({
      code: 'account.password_length',
      status: 400,
    })
  }
})

test('what is not there is not changed', async () => {
  await expect(setActive(pool, v7(), false)).rejects.toMatchObject({ status: 404 })
  await expect(setPassword(pool, v7(), 'correct horse battery')).rejects.toMatchObject({
    status: 404,
  })
})

test('the role that the API uses reads no account', async () => {
  const app = new pg.Client({ connectionString: database.urls.app })
  await app.connect()
  try {
    await expect(app.query('select * from identity.account')).rejects.toMatchObject({
      code: '42501',
    })
  } finally {
    await app.end()
  }
})
