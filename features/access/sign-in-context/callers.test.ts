// Whose a token of another identity provider is: by the address once, and by that provider's own subject from then on.
import { makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { expect, test } from 'vitest'
import { callerFinder } from './callers.public.ts'

const db = await testDatabase()
let clockMs = 0
// nothing is kept from one question to the next
const find = callerFinder(db.database, () => clockMs++ * 10_000)
const tenant = await makeTenant(db)
const person = () => makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' })
const issuer = 'https://identity.example'

test('the first sign-in by an address binds it to its subject, and the address opens nothing more', async () => {
  const user = await person()
  const first = { issuer, subject: 'emp|7', email: user.email.toUpperCase() }
  expect((await find(first)).id).toBe(user.id)
  // the provider gave the address to somebody else
  const other = { issuer, subject: 'emp|8', email: user.email }
  await expect(find(other)).rejects.toMatchObject({ status: 401, code: 'user.unknown' })
  expect((await find({ ...first, email: undefined })).id).toBe(user.id)
  expect((await find({ ...first, email: 'elsewhere@people.example' })).id).toBe(user.id)
})

test('whoever comes without an address that counts is told what the provider leaves out', async () => {
  const user = await person()
  const nobody = { issuer, subject: 'emp|13', email: undefined }
  await expect(find({ ...nobody, isEmailUnverified: true })).rejects.toMatchObject({
    ...{ status: 401, code: 'user.email_unverified' },
  })
  await expect(find(nobody)).rejects.toMatchObject({ status: 401, code: 'user.email_missing' })
  const stranger = { ...nobody, email: 'nobody@people.example' }
  await expect(find(stranger)).rejects.toMatchObject({ code: 'user.unknown' })
  expect((await find({ ...nobody, email: user.email })).id).toBe(user.id)
})

test('at another provider nobody becomes a user by calling themselves by that user’s id', async () => {
  const user = await person()
  const findThere = callerFinder(db.database, () => clockMs++ * 10_000, { subjectsAreIds: false })
  const posing = { issuer, subject: user.id, email: undefined }
  await expect(findThere(posing)).rejects.toMatchObject({ code: 'user.email_missing' })
  const other = await person()
  expect((await findThere({ ...posing, email: other.email })).id).toBe(other.id)
})

test('of many first requests at once all are one subject’s, and of two subjects one has it', async () => {
  for (let round = 0; round < 20; round++) {
    const user = await person()
    const same = { issuer, subject: `emp|9|${round}`, email: user.email }
    const ids = await Promise.all([1, 2, 3, 4].map(async () => (await find(same)).id))
    expect(ids).toEqual(ids.map(() => user.id))
  }
  const contested = await person()
  const answers = await Promise.allSettled(
    ['emp|10', 'emp|11'].map((subject) => find({ issuer, subject, email: contested.email })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('another provider that serves later binds it anew, and our own knows it by its id', async () => {
  const user = await person()
  await find({ issuer, subject: 'emp|12', email: user.email })
  const later = { issuer: 'https://other.example', subject: 'oid-1', email: user.email }
  expect((await find(later)).id).toBe(user.id)
  const own = { issuer: 'http://localhost:4001', subject: user.id, email: undefined }
  expect((await find(own)).id).toBe(user.id)
})

test('who was signed out everywhere is out at once with the tokens from before, and in with one from after', async () => {
  const { id } = await person()
  const own = { issuer: 'http://localhost:4001', subject: id, email: undefined }
  const at = new Date()
  const issuedAtS = Math.floor(at.getTime() / 1000)
  expect((await find({ ...own, issuedAtS: issuedAtS - 60 })).id).toBe(id)
  // as the identity provider does
  await db.loader
    .updateTable('user_directory')
    .set({ signed_out_at: at })
    .where('user_id', '=', id)
    .execute()
  await expect(find({ ...own, issuedAtS: issuedAtS - 60 })).rejects.toMatchObject({
    ...{ status: 401, code: 'token.invalid' },
  })
  expect((await find({ ...own, issuedAtS })).id).toBe(id)
})
