import { hasCardNumber } from '@counterfoil/kit/contract/card-number.ts'
import { useCallback, useMemo, useState } from 'react'
import { useMaybeUser } from '../session/user.tsx'

const prefix = 'Draft:'

export interface KeptText {
  readonly text: string
  write(text: string): void
  /** Takes it away for good; only where what stands now is what was sent, so that nothing typed meanwhile is lost. */
  clear(sent: string): void
}

/**
 * A text that is written over some time and never lost: kept on this device with every key, for each user apart, until it
 * is sent. A text that could hold a card's number stays on the page alone.
 */
export function useKeptText(name: string): KeptText {
  const owner = useMaybeUser()?.id
  const key = `${prefix}${owner}:${name}`
  const [state, setState] = useState(() => ({ key, text: read(key) }))
  const shown = state.key === key ? state.text : read(key)
  const write = useCallback(
    (text: string) => {
      setState({ key, text })
      keep(key, text)
    },
    [key],
  )
  const clear = useCallback(
    (sent: string) => {
      setState((now) => (now.key === key && now.text === sent ? { key, text: '' } : now))
      if (read(key) === sent || hasCardNumber(sent)) localStorage.removeItem(key)
    },
    [key],
  )
  return useMemo(() => ({ text: shown, write, clear }), [shown, write, clear])
}

const read = (key: string) => localStorage.getItem(key) ?? ''

function keep(key: string, text: string) {
  try {
    if (text === '' || hasCardNumber(text)) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // a device without room keeps it on the page alone
  }
}
