import { logFailure } from '@counterfoil/kit/web/calls/log.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type Channel,
  channelOf,
  newKeyPair,
  sendDelayMs,
  type WindowMessage,
  windowFeatures,
} from './window-channel.rules.ts'

interface Opened {
  readonly popup: Window
  readonly keys: ReturnType<typeof newKeyPair>
  channel: Channel | undefined
  /** How many changes the window has sent. */
  changes: number
}

/** A message that is dropped is logged for developers, and not shown. */
const dropped = () => logFailure('AUTHENTICATION FAILED')

/**
 * Opens the tool in a window of its own, which follows the page's question and changes it. Messages count from that window
 * and this origin alone, changes with a valid token alone.
 */
export function useAnalyticsWindow(path: string) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const opened = useRef<Opened>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    async function greet(of: Opened, publicKey: string) {
      of.channel = await channelOf(of.keys, publicKey)
      const { channel } = of
      clearTimeout(timer.current)
      timer.current = setTimeout(async () => {
        const sealed = await channel.seal({ search: window.location.search })
        const message: WindowMessage = { type: 'analytics-data', sealed }
        of.popup.postMessage(message, window.location.origin)
      }, sendDelayMs)
    }
    async function change(
      of: Opened,
      message: WindowMessage & { type: 'analytics-report-change' },
    ) {
      const { search, count, token } = message
      const isNext = count === of.changes + 1
      if (!isNext || !(await of.channel?.isValid(token, search, count))) return dropped()
      of.changes = count
      navigate({ search }, { replace: true })
    }
    async function receive({ data, origin, source }: MessageEvent<WindowMessage | undefined>) {
      const of = opened.current
      if (typeof data?.type !== 'string' || !data.type.startsWith('analytics-')) return
      if (of === undefined || origin !== window.location.origin || source !== of.popup) {
        return dropped()
      }
      if (data.type === 'analytics-opened') await greet(of, data.publicKey)
      else if (data.type === 'analytics-report-change') await change(of, data)
      else if (data.type === 'analytics-closed') setOpen(false)
    }
    const listener = (event: MessageEvent) => void receive(event).catch(dropped)
    window.addEventListener('message', listener)
    return () => {
      window.removeEventListener('message', listener)
      clearTimeout(timer.current)
    }
  }, [navigate])

  const open = useCallback(() => {
    const keys = newKeyPair()
    const query = new URLSearchParams({ origin: window.location.origin, publicKey: keys.publicKey })
    const popup = window.open(`${path}?${query}`, 'analytics', windowFeatures(window))
    if (popup === null) return
    opened.current = { popup, keys, channel: undefined, changes: 0 }
    setOpen(true)
  }, [path])
  return { open, isOpen }
}
