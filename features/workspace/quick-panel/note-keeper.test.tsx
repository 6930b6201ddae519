import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { pass, renderInPortal, until } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryAfterMs, saveAfterMs } from './note-keeper.tsx'
import type { Note } from './notes.contract.ts'
import { NotesTab } from './notes-tab.tsx'

// What the server has, and does, as the API's own test shows it.
let kept: Note[] = []
let failing: number | undefined
/** What the next list waits for. */
let held: Promise<unknown> | undefined
let asked: Asked[] = []

const noteOf = (id: string, text: string, version: number): Note => ({
  id,
  text,
  version,
  updatedAt: '2026-11-20T12:00:00.000Z',
})
const refusal = (status: number, code: string) =>
  Response.json({ status, code, errors: [{ message: 'no' }] }, { status })

function answer({ method, path, body }: Asked) {
  const id = path.split('/').at(-1) ?? ''
  const { text = '', version, id: newId = '' } = (body ?? {}) as Partial<Note>
  if (failing !== undefined && method !== 'GET') return refusal(failing, 'any')
  if (method === 'GET') return held ?? { data: kept, count: kept.length }
  if (method === 'POST') {
    kept = [noteOf(newId, text, 1), ...kept]
    return kept[0]
  }
  const known = kept.find((note) => note.id === id)
  if (known === undefined) return refusal(404, 'not_found')
  if (known.version !== version) return refusal(409, 'note.changed')
  const after = noteOf(id, text, version + 1)
  kept = kept.map((note) => (note.id === id ? after : note))
  return after
}

const id = '0191f3a4-0000-7000-8000-0000000000cc'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  failing = undefined
  kept = [noteOf(id, 'Call Harbour', 1)]
  asked = answerFetch(answer)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function open() {
  renderInPortal(<NotesTab />)
  await until(() => expect(screen.queryByText('New note')).not.toBeNull())
}
const texts = () => screen.getAllByLabelText<HTMLTextAreaElement>('Note').map(({ value }) => value)
const states = () =>
  [...document.querySelectorAll<HTMLElement>('[data-state]')].map(({ dataset }) => dataset.state)
const write = (text: string) =>
  fireEvent.change(screen.getAllByLabelText('Note')[0] as HTMLElement, { target: { value: text } })
const sent = () => asked.filter(({ method }) => method !== 'GET').length

test('what is typed is saved a moment after the last key', async () => {
  await open()
  write('Call Harbour at 9')
  await pass(saveAfterMs - 1)
  write('Call Harbour at 10')
  await pass(saveAfterMs - 1)
  expect([sent(), states()]).toEqual([0, ['unsaved']])
  await pass(1)
  await until(() => expect(states()).toEqual(['saved']))
  expect(kept).toMatchObject([{ text: 'Call Harbour at 10', version: 2 }])
  expect(sent()).toBe(1)
})

test('changed in another tab meanwhile, both texts are kept and it is said', async () => {
  await open()
  kept = [noteOf(id, 'Done', 2)]
  write('Call Harbour at 9')
  await pass(saveAfterMs)
  await until(() => expect(texts()).toEqual(['Call Harbour at 9', 'Done']))
  expect(screen.getByText(/Both versions were kept; this one is yours/)).toBeTruthy()
  await pass(saveAfterMs)
  await until(() => expect(states()).toEqual(['saved', 'saved']))
  expect(kept.map(({ text }) => text).sort()).toEqual(['Call Harbour at 9', 'Done'])
})

test('what is saved while the list is on its way stays as it was saved', async () => {
  await open()
  write('Call Harbour at 9')
  const before = { data: kept, count: kept.length }
  let list = (_: unknown) => {}
  held = new Promise((resolve) => {
    list = resolve
  })
  document.dispatchEvent(new Event('visibilitychange'))
  held = undefined
  await pass(saveAfterMs)
  await until(() => expect(states()).toEqual(['saved']))
  list(before)
  const lists = () => asked.filter(({ method }) => method === 'GET').length
  await until(() => expect(lists()).toBe(3))
  await pass(0)
  expect([texts(), states()]).toEqual([['Call Harbour at 9'], ['saved']])
})

test('deleted in another tab meanwhile, what is written here is a new note', async () => {
  await open()
  kept = []
  write('Still wanted')
  await pass(saveAfterMs)
  await pass(saveAfterMs)
  await until(() => expect(states()).toEqual(['saved']))
  expect(kept).toMatchObject([{ text: 'Still wanted', version: 1 }])
})

test('what cannot be sent is kept on this device, tried again, and found after a reload', async () => {
  await open()
  failing = 503
  write('Offline thought')
  await pass(saveAfterMs)
  await until(() => expect(states()).toEqual(['failed']))
  const before = sent()
  await pass(retryAfterMs)
  await until(() => expect(sent()).toBe(before + 1))
  cleanup()
  // a page that is gone sends nothing more
  vi.clearAllTimers()
  failing = undefined
  await open()
  expect(texts()).toEqual(['Offline thought'])
  await pass(saveAfterMs)
  await until(() => expect(states()).toEqual(['saved']))
  expect(kept).toMatchObject([{ text: 'Offline thought', version: 2 }])
  expect(localStorage.length).toBe(0)
})

test('what the server refuses waits for another text', async () => {
  await open()
  failing = 400
  write('Refused')
  await pass(saveAfterMs)
  await until(() => expect(states()).toEqual(['refused']))
  const before = sent()
  await pass(10 * retryAfterMs)
  expect(sent()).toBe(before)
})
