import { type Draft, type DraftKey, isSameDraft, storeDrafts, storedDrafts } from './draft-store.ts'

/**
 * Keeps what stands in one form, without secrets, because its page is left by the browser's own buttons or by another screen.
 */
export function keepLeft(draft: Omit<Draft, 'isLeft'>): void {
  const found = findDraft(draft)
  // a form goes with the session that ended, which is why it is offered
  if (found?.isLeft !== true && hasSameValues(found, draft)) return
  const kept = { ...draft, isLeft: true }
  storeDrafts([...storedDrafts().filter((old) => !isSameDraft(old, draft)), kept])
}

export function findDraft(sought: DraftKey): Draft | undefined {
  return storedDrafts().find((draft) => isSameDraft(draft, sought))
}

export function dropDraft(dropped: DraftKey): void {
  storeDrafts(storedDrafts().filter((draft) => !isSameDraft(draft, dropped)))
}

/** Whether a draft holds the same as another. */
export const hasSameValues = (
  one: Pick<Draft, 'values'> | undefined,
  other: Pick<Draft, 'values'>,
) => JSON.stringify(one?.values) === JSON.stringify(other.values)

/**
 * What this user was signed out of; what others did on the same tab is none of anybody's business any more. What they left
 * themselves they find where it was.
 */
export function draftsOnlyOf(owner: string): readonly Draft[] {
  const own = storedDrafts().filter((draft) => draft.owner === owner)
  storeDrafts(own)
  return own.filter(({ isLeft }) => isLeft !== true)
}
