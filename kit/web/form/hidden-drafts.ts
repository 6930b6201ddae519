import { type Draft, draftPlace, type OpenForm, openForms } from './draft-store.ts'
import { dropDraft, findDraft, hasSameValues, keepLeft } from './left-drafts.ts'

/** What was kept of forms that are still open. */
const hidden = new Map<OpenForm, Draft>()

/**
 * Keeps what stands in open forms while the page is out of sight, because it may not come back to sight: a phone ends the
 * pages behind the camera or another app without a word, and a pull at the page loads it anew. Returns how to stop.
 */
export function keepWhileHidden(): () => void {
  function look() {
    if (document.visibilityState === 'hidden') keep()
    else for (const [form, draft] of hidden) drop(form, draft)
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pagehide', keep)
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('pagehide', keep)
  }
}

function keep(): void {
  for (const form of openForms) {
    const { owner, name } = form
    const values = form.read()
    if (values === undefined) continue
    // what is being sent arrives, though the page may not be there for the answer
    const isUnanswered = form.sending?.() !== undefined
    const draft = { owner, path: draftPlace(), name, values, isUnanswered }
    keepLeft(draft)
    hidden.set(form, draft)
    // sent or closed while the page is out of sight
    form.onGone = () => drop(form, draft)
  }
}

function drop(form: OpenForm, draft: Draft): void {
  hidden.delete(form)
  const found = findDraft(draft)
  // signed out meanwhile, the user is offered it
  if (found?.isLeft === true && hasSameValues(found, draft)) dropDraft(draft)
}
