import { snippets } from '@counterfoil/features/support/snippets/snippets.resource.ts'
import {
  fillSnippet,
  insertAt,
  slashBefore,
} from '@counterfoil/features/support/snippets/snippets.rules.ts'
import type { TicketDetails } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'

/** The most saved replies that are offered at once, and that are fetched at once: of more, those are searched. */
const shown = 8
const most = 100
const searchDelayMs = 250

export interface Snippet {
  readonly id: string
  readonly name: string
  readonly body: string
}

/** The saved replies behind a typed `/`, walked with the arrows and inserted with Enter or Tab. */
export function useSnippets(input: {
  ticket: TicketDetails
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  write(text: string): void
}) {
  const { ticket, field, text } = input
  const { audience, firstName } = useUser()
  const isOffered = useMay('CRM.Support.Lookup') && audience === 'tenant'
  const [caret, setCaret] = useState<number>()
  const [at, setAt] = useState(0)
  const slash = isOffered && caret !== undefined ? slashBefore(text, caret) : undefined
  const answer = useCall(
    snippets.calls.list,
    { query: { isActive: 'true', pageIndex: 0, pageSize: most, sort: 'name' } },
    { enabled: slash !== undefined, quiet: true, staleMs: 60_000 },
  )
  const [searchKey] = useDebouncedValue(slash?.name ?? '', searchDelayMs)
  const hasMore = (answer.data?.count ?? 0) > most
  const others = useCall(
    snippets.calls.list,
    { query: { isActive: 'true', pageIndex: 0, pageSize: most, sort: 'name', searchKey } },
    { enabled: slash !== undefined && hasMore && searchKey !== '', quiet: true, staleMs: 60_000 },
  )
  const wanted = foldText(slash?.name ?? '')
  const all = [
    ...new Map(
      ([...(answer.data?.data ?? []), ...(others.data?.data ?? [])] as unknown as Snippet[]).map(
        (one) => [one.id, one],
      ),
    ).values(),
  ]
  const found =
    slash === undefined
      ? []
      : all.filter(({ name }) => foldText(name).includes(wanted)).slice(0, shown)
  const active = Math.min(at, found.length - 1)

  function follow() {
    setCaret(field.current?.selectionStart ?? undefined)
    setAt(0)
  }
  function change(next: string, caretAt: number) {
    flushSync(() => {
      input.write(next)
      setCaret(caretAt)
      setAt(0)
    })
    field.current?.focus()
    field.current?.setSelectionRange(caretAt, caretAt)
  }
  function insert(snippet: Snippet | undefined) {
    if (snippet === undefined || slash === undefined) return
    const body = fillSnippet(snippet.body, {
      ticket: ticket.code,
      merchant: ticket.customerName ?? ticket.tenantName,
      person: ticket.requester,
      agent: firstName,
    })
    const inserted = insertAt(text, slash, body)
    change(inserted.text, inserted.caret)
    setCaret(undefined)
  }
  /** Puts the `/` where the caret is, which opens the list. */
  function begin() {
    const from = field.current?.selectionStart ?? text.length
    const gap = from === 0 || /\s$/.test(text.slice(0, from)) ? '' : ' '
    const inserted = insertAt(text, { from, to: from }, `${gap}/`)
    change(inserted.text, inserted.caret)
  }
  /** True: the key was for the list. */
  function handleKey(event: KeyboardEvent): boolean {
    if (slash === undefined || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
      return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') setCaret(undefined)
    else if (found.length === 0) return false
    else if (step !== undefined) setAt((active + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(found[active])
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const state = answer.isPending || others.isFetching ? ('searching' as const) : ('found' as const)
  return {
    ...{ isOffered, isOpen: slash !== undefined, isNone: all.length === 0, state },
    ...{ found, active, follow, begin, insert, handleKey },
    close: () => setCaret(undefined),
  }
}
