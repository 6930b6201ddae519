import type { Note } from './notes.contract.ts'

/** A note as it is being written. */
export interface OpenNote {
  readonly id: string
  readonly text: string
  /** What the server has; null: not there yet. */
  readonly version: number | null
  readonly saved: string | null
  /** `failed` is tried again, `refused` waits for another text. */
  readonly state: 'saved' | 'unsaved' | 'saving' | 'failed' | 'refused'
  /** Made of a text whose note was changed elsewhere meanwhile. */
  readonly isCopy?: boolean
}

export interface NoteCalls {
  list(): Promise<readonly Note[]>
  create(id: string, text: string): Promise<Note>
  update(id: string, change: { text: string; version: number }): Promise<Note>
  remove(id: string): Promise<void>
  /** What became of a call that failed. */
  judge(cause: unknown): 'changed-elsewhere' | 'gone' | 'refused' | 'try-again'
}

/** What is not on the server yet outlives the page. */
type Backup = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const saveAfterMs = 800
export const retryAfterMs = 5000

/**
 * Keeps one user's notes: saves what is typed a moment later, one request for a note at a time; keeps on this device what
 * could not be sent; and when another tab changed the same note, keeps both texts.
 */
export class NoteKeeper {
  notes: readonly OpenNote[] = []
  status: 'loading' | 'ready' | 'failed' = 'loading'
  readonly #calls: NoteCalls
  readonly #backup: Backup
  readonly #backupKey: string
  readonly #newId: () => string
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #listeners = new Set<() => void>()
  /** How often the server has kept or removed one. */
  #kept = 0

  constructor(calls: NoteCalls, backup: Backup, backupKey: string, newId: () => string) {
    this.#calls = calls
    this.#backup = backup
    this.#backupKey = backupKey
    this.#newId = newId
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Loads what the server has. What is being written here stays as it is. */
  async load(): Promise<void> {
    try {
      const kept = this.#kept
      const found = await this.#calls.list()
      // what was kept meanwhile may not be in it
      if (kept !== this.#kept) return this.load()
      const open = new Map([...this.#restored(), ...this.notes].map((note) => [note.id, note]))
      const unsaved = [...open.values()].filter(({ state }) => state !== 'saved')
      const own = new Set(unsaved.map(({ id }) => id))
      this.notes = [...unsaved, ...found.filter(({ id }) => !own.has(id)).map(asSaved)]
      this.status = 'ready'
      for (const note of unsaved) this.#saveSoon(note.id, saveAfterMs)
    } catch {
      if (this.status === 'loading') this.status = 'failed'
    }
    this.#notify()
  }

  add(): string {
    const id = this.#newId()
    const note = { id, text: '', version: null, saved: null, state: 'saved' } as const
    this.notes = [note, ...this.notes]
    this.#notify()
    return id
  }

  write(id: string, text: string): void {
    this.#change(id, (note) => ({
      ...note,
      text,
      state: note.state === 'saving' ? 'saving' : 'unsaved',
    }))
    this.#store()
    this.#saveSoon(id, saveAfterMs)
  }

  async remove(id: string): Promise<void> {
    clearTimeout(this.#timers.get(id))
    const note = this.#find(id)
    if (note === undefined) return
    if (note.version !== null) {
      try {
        await this.#calls.remove(id)
      } catch (cause) {
        if (this.#calls.judge(cause) !== 'gone') throw cause
      }
      this.#kept += 1
    }
    this.notes = this.notes.filter((each) => each.id !== id)
    this.#store()
    this.#notify()
  }

  /** Saves now whatever is not saved. */
  flush(): void {
    for (const { id, state } of this.notes) {
      if (state === 'unsaved' || state === 'failed') this.#saveSoon(id, 0)
    }
  }

  #saveSoon(id: string, afterMs: number): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.set(
      id,
      setTimeout(() => this.#save(id), afterMs),
    )
  }

  async #save(id: string): Promise<void> {
    const note = this.#find(id)
    if (note === undefined || note.state === 'saving') return
    const { text, version } = note
    if (text === note.saved || (version === null && text.trim() === '')) {
      this.#change(id, (now) => ({ ...now, state: 'saved' }))
      this.#store()
      return
    }
    this.#change(id, (now) => ({ ...now, state: 'saving' }))
    try {
      const saved =
        version === null
          ? await this.#calls.create(id, text)
          : await this.#calls.update(id, { text, version })
      this.#kept += 1
      this.#change(id, (now) => ({
        ...now,
        version: saved.version,
        saved: saved.text,
        state: now.text === saved.text ? 'saved' : 'unsaved',
      }))
    } catch (cause) {
      this.#take(id, this.#calls.judge(cause))
    }
    this.#store()
    if (this.#find(id)?.state === 'unsaved') this.#saveSoon(id, saveAfterMs)
  }

  /** What follows from a save that failed. */
  #take(id: string, verdict: ReturnType<NoteCalls['judge']>): void {
    if (verdict === 'changed-elsewhere') this.#branch(id)
    else if (verdict === 'refused') this.#change(id, (note) => ({ ...note, state: 'refused' }))
    else if (verdict === 'gone') {
      // deleted elsewhere: what is written here is a new note
      this.#change(id, (note) => ({ ...note, version: null, saved: null, state: 'unsaved' }))
    } else {
      this.#change(id, (note) => ({ ...note, state: 'failed' }))
      this.#saveSoon(id, retryAfterMs)
    }
  }

  /** This text goes on as a note of its own, and the other's comes beside it. */
  #branch(id: string): void {
    const copy = this.#newId()
    this.#change(id, (note) => ({
      ...note,
      id: copy,
      version: null,
      saved: null,
      state: 'unsaved',
      isCopy: true,
    }))
    this.#saveSoon(copy, 0)
    this.load()
  }

  #find(id: string): OpenNote | undefined {
    return this.notes.find((note) => note.id === id)
  }

  #change(id: string, by: (note: OpenNote) => OpenNote): void {
    this.notes = this.notes.map((note) => (note.id === id ? by(note) : note))
    this.#notify()
  }

  #store(): void {
    const unsaved = this.notes.filter((note) => note.text !== (note.saved ?? ''))
    if (unsaved.length === 0) this.#backup.removeItem(this.#backupKey)
    else this.#backup.setItem(this.#backupKey, JSON.stringify(unsaved))
  }

  #restored(): OpenNote[] {
    try {
      const stored: OpenNote[] = JSON.parse(this.#backup.getItem(this.#backupKey) ?? '[]')
      return stored.map((note) => ({ ...note, state: 'unsaved' }))
    } catch {
      return []
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

const asSaved = ({ id, text, version }: Note): OpenNote => ({
  id,
  text,
  version,
  saved: text,
  state: 'saved',
})
