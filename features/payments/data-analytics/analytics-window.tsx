import { logFailure } from '@counterfoil/kit/web/calls/log.ts'
import { EmptyState } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { analyticsTexts } from './data-analytics.messages.ts'
import { DataAnalytics } from './data-analytics.tsx'
import { type Channel, channelOf, newKeyPair, type WindowMessage } from './window-channel.rules.ts'

interface Opener {
  readonly origin: string
  readonly publicKey: string
}

/** Who opened the window; undefined unless it was a page of this portal. */
function findOpener(): Opener | undefined {
  const query = new URLSearchParams(window.location.search)
  const [origin, publicKey] = [query.get('origin'), query.get('publicKey')]
  if (window.opener === null || publicKey === null) return undefined
  return origin === window.location.origin ? { origin, publicKey } : undefined
}

/** The tool in a window of its own: it takes the question of the page that opened it, and tells it what is changed. */
export default function AnalyticsWindow() {
  const t = useTexts(analyticsTexts)
  const [opener] = useState(findOpener)
  const channel = useChannel(opener)
  if (opener === undefined) return <EmptyState title={t.alone} />
  if (channel === undefined) return <EmptyState title={t.waiting} />
  return <DataAnalytics isWindow />
}

/** The channel to the opener, once the first question has come over it. */
function useChannel(opener: Opener | undefined): Channel | undefined {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [channel, setChannel] = useState<Channel>()
  /** What the opener knows: its own question, and the changes that it was sent. */
  const known = useRef({ search: '', count: 0 })

  useEffect(() => {
    if (opener === undefined) return undefined
    const page = window.opener as Window
    const say = (message: WindowMessage) => page.postMessage(message, opener.origin)
    const keys = newKeyPair()
    const ours = channelOf(keys, opener.publicKey)
    async function receive({ data, origin, source }: MessageEvent<WindowMessage | undefined>) {
      if (data?.type !== 'analytics-data') return
      if (origin !== opener?.origin || source !== page) throw new Error('another window')
      const channel = await ours
      const question = await channel.open(data.sealed)
      known.current.search = question.search
      navigate({ search: question.search }, { replace: true })
      setChannel(channel)
    }
    const dropped = () => logFailure('AUTHENTICATION FAILED')
    const listener = (event: MessageEvent) => void receive(event).catch(dropped)
    const close = () => say({ type: 'analytics-closed' })
    window.addEventListener('message', listener)
    window.addEventListener('pagehide', close)
    ours.then(() => say({ type: 'analytics-opened', publicKey: keys.publicKey }), dropped)
    return () => {
      window.removeEventListener('message', listener)
      window.removeEventListener('pagehide', close)
    }
  }, [opener, navigate])

  useEffect(() => {
    if (channel === undefined || opener === undefined || known.current.search === search) return
    const count = known.current.count + 1
    known.current = { search, count }
    void channel.tokenOf(search, count).then((token) => {
      const message: WindowMessage = { type: 'analytics-report-change', search, count, token }
      ;(window.opener as Window).postMessage(message, opener.origin)
    })
  }, [channel, opener, search])
  return channel
}
