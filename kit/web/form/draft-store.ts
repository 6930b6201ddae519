/** What was typed into a form, by the names of its fields. */
export type DraftValues = Readonly<Record<string, unknown>>

export type Sending = 'running' | 'unanswered'

/** A form that is open now. */
export interface OpenForm {
  /** The user's id. */
  readonly owner: string
  /** What tells it from other forms of the same page. */
  readonly name: string
  /** Without what must never be stored (`withoutSecrets`); undefined while nothing has been typed. */
  read(): DraftValues | undefined
  /** Whether it is being sent, or was sent and no answer came. */
  sending?(): Sending | undefined
  /** Set by what has to know that it is closed. */
  onGone?: () => void
}

export interface Draft {
  readonly owner: string
  /** Where the form was, as `draftPlace` has it. */
  readonly path: string
  readonly name: string
  readonly values: DraftValues
  /** The page was left while it was typed; otherwise the user was signed out. */
  readonly isLeft?: boolean
  /** It was sent, and no answer came: it may be stored already. */
  readonly isUnanswered?: boolean
}

/** What tells one draft from another. */
export type DraftKey = Pick<Draft, 'owner' | 'path' | 'name'>

/** In the tab's own storage: it survives the way to the sign-in and back, and goes with the tab. */
const storageKey = 'Drafts'
export const openForms = new Set<OpenForm>()

/** The page and, where one is open in a drawer, the record: what was typed into one is not offered in another. */
export function draftPlace({ pathname, search } = window.location): string {
  const record = new URLSearchParams(search).get('record')
  return record === null ? pathname : `${pathname}?${new URLSearchParams({ record })}`
}

export function registerForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => {
    openForms.delete(form)
    form.onGone?.()
  }
}

/** Whether something typed stands in an open form. */
export const hasTyped = (): boolean => [...openForms].some(({ read }) => read() !== undefined)

/** Keeps what stands in the open forms, because the user is about to be signed out without having asked for it. */
export function keepDrafts(path = draftPlace()): void {
  const kept = [...openForms].flatMap(({ owner, name, read, sending }) => {
    const values = read()
    // what runs now is refused with the session
    const isUnanswered = sending?.() === 'unanswered'
    return values === undefined ? [] : [{ owner, path, name, values, isUnanswered }]
  })
  if (kept.length === 0) return
  storeDrafts([
    ...storedDrafts().filter((old) => !kept.some((draft) => isSameDraft(old, draft))),
    ...kept,
  ])
}

export const isSameDraft = (one: DraftKey, other: DraftKey) =>
  one.owner === other.owner && one.path === other.path && one.name === other.name

/** Whether anything was kept in this tab. */
export const hasDrafts = (): boolean => sessionStorage.getItem(storageKey) !== null

export function storedDrafts(): readonly Draft[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}

export function storeDrafts(drafts: readonly Draft[]) {
  if (drafts.length === 0) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, JSON.stringify(drafts))
}
