import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Note } from './notes.contract.ts'
import { maxNoteLength, maxNotes } from './notes.contract.ts'
import { routes } from './notes.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const path = '/api/user-notes'

const tenant = await makeTenant(db)
const own = { tenant_id: tenant.id, user_type: 'tenant' as const, permissions: [] }
const platform = await makeTenant(db, { is_platform: true })
const users = {
  one: await makeUser(db, own),
  colleague: await makeUser(db, own),
  staff: await makeUser(db, {
    tenant_id: platform.id,
    user_type: 'platform',
    permissions: ['Platform.Transaction.Lookup'],
  }),
}

async function ask<T>(who: keyof typeof users, what: string, payload?: object, status = 200) {
  const response = await call(users[who], what, payload === undefined ? {} : { payload })
  expect([response.statusCode, response.body]).toEqual([status, response.body])
  return (response.body === '' ? undefined : response.json()) as T
}
const list = async (who: keyof typeof users) =>
  (await ask<{ data: Note[] }>(who, `GET ${path}`)).data

test('the same note from several tabs at once is written once', async () => {
  const id = v7()
  const same = Array.from({ length: 8 }, () =>
    call(users.one, `POST ${path}`, { payload: { id, text: 'once' } }),
  )
  expect((await Promise.all(same)).map(({ statusCode }) => statusCode)).toEqual(same.map(() => 201))
  const other = v7()
  const texts = ['one', 'two', 'three', 'four']
  const different = await Promise.all(
    texts.map((text) => call(users.one, `POST ${path}`, { payload: { id: other, text } })),
  )
  expect(different.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
  for (const one of [id, other]) await ask('one', `DELETE ${path}/${one}`, undefined, 200)
})

test('a note is its writer’s alone, whatever else another may see', async () => {
  const id = v7()
  const text = 'İstanbul <b>&amp;</b> O’Neil; DROP TABLE'
  const note = await ask<Note>('one', `POST ${path}`, { id, text }, 201)
  expect(note).toMatchObject({ id, text, version: 1 })
  expect(await list('one')).toEqual([note])
  for (const other of ['colleague', 'staff'] as const) {
    expect(await list(other)).toEqual([])
    await ask(other, `PUT ${path}/${id}`, { text: 'mine now', version: 1 }, 404)
    await ask(other, `DELETE ${path}/${id}`, undefined, 404)
  }
  await ask('one', `DELETE ${path}/${id}`)
  expect(await list('one')).toEqual([])
})

test('a tab with an older text does not write over a newer one', async () => {
  const id = v7()
  await ask('one', `POST ${path}`, { id, text: 'first' }, 201)
  const second = await ask<Note>('one', `PUT ${path}/${id}`, { text: 'second', version: 1 })
  expect(second.version).toBe(2)
  const refused = await ask<{ code: string }>(
    'one',
    `PUT ${path}/${id}`,
    { text: 'written in another tab', version: 1 },
    409,
  )
  expect(refused.code).toBe('note.changed')
  expect((await list('one')).find((note) => note.id === id)?.text).toBe('second')
})

test('what is sent twice because an answer was lost is done once', async () => {
  const id = v7()
  await ask('colleague', `POST ${path}`, { id, text: 'once' }, 201)
  await ask('colleague', `POST ${path}`, { id, text: 'once' }, 201)
  await ask('colleague', `POST ${path}`, { id, text: 'other' }, 409)
  await ask('colleague', `PUT ${path}/${id}`, { text: 'twice', version: 1 })
  await ask('colleague', `PUT ${path}/${id}`, { text: 'twice', version: 1 })
  expect(await list('colleague')).toMatchObject([{ text: 'twice', version: 2 }])
})

test('a note and their number have an end, and the text is not in the audit', async () => {
  const secret = 'the text of a note'
  await ask('staff', `POST ${path}`, { id: v7(), text: 'x'.repeat(maxNoteLength + 1) }, 400)
  for (let n = 0; n < maxNotes; n += 1) {
    await ask('staff', `POST ${path}`, { id: v7(), text: secret }, 201)
  }
  await ask('staff', `POST ${path}`, { id: v7(), text: secret }, 409)
  const entries = await db.owner.query(
    `select count(*)::int as n, count(*) filter (where coalesce(after::text, '') like '%the text%')::int as revealing
     from audit_entry where record_type = 'note' and actor_id = $1`,
    [users.staff.id],
  )
  expect(entries.rows[0]).toEqual({ n: maxNotes, revealing: 0 })
})
