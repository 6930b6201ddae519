import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isPageCovered } from './covered.ts'

/** A key that does something on the page while nobody types into a field. */
export interface Shortcut {
  /** As `KeyboardEvent.key` names it. */
  readonly key: string
  /** What it does, for the sheet of shortcuts. */
  readonly label: string
  /** Absent where others listen to the key, and the sheet alone names it. */
  run?(): void
}

interface Group {
  readonly title: string
  readonly shortcuts: readonly Required<Shortcut>[]
}

let groups: readonly Group[] = []
const listeners = new Set<() => void>()

function publish(next: readonly Group[]) {
  groups = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Registers keys for as long as the component is shown; of two with the same key the later one has it. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const shape = shortcuts.map(({ key, label }) => `${key} ${label}`).join('\n')
  // before anything is painted: a key works from when its button is seen
  useLayoutEffect(() => {
    if (shape === '') return
    const group = {
      title,
      shortcuts: shape.split('\n').map((line, at) => ({
        key: line.slice(0, line.indexOf(' ')),
        label: line.slice(line.indexOf(' ') + 1),
        run: () => latest.current[at]?.run?.(),
      })),
    }
    publish([...groups, group])
    return () => publish(groups.filter((one) => one !== group))
  }, [title, shape])
}

/** The keys that work now, under the names of what registered them; the latest first. */
export function useAllShortcuts(): readonly Group[] {
  const all = useSyncExternalStore(subscribe, () => groups).toReversed()
  return [...Map.groupBy(all, ({ title }) => title)].map(([title, parts]) => ({
    title,
    shortcuts: parts.flatMap(({ shortcuts }) => shortcuts),
  }))
}

const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest(`${fields}, [role=menu], [role=listbox]`) !== null

/** Leaves the field that has the focus, so that the keys of the page work again. */
function leaveField(event: KeyboardEvent) {
  const { target } = event
  if (!(target instanceof HTMLElement) || !target.matches(fields)) return
  // Escape is of the list or the dialog there
  if (target.matches('[role=combobox]') || target.closest('[role=dialog]') !== null) return
  // which would empty a search
  event.preventDefault()
  target.blur()
}

function press(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape' && !isPageCovered()) return leaveField(event)
  if (event.repeat && !'jk'.includes(event.key)) return
  if (isTyping(event) || isPageCovered()) return
  const found = groups
    .flatMap(({ shortcuts }) => shortcuts)
    .findLast(({ key }) => key === event.key)
  if (found === undefined) return
  event.preventDefault()
  found.run()
}

/** Listens to the keyboard; once, in the shell. */
export function useShortcutKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
