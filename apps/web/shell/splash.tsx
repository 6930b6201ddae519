import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect, useState } from 'react'
import './splash.css'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({ loading: 'Loading' })

/** Covers the page until its content is there. The same as the first content of index.html; it needs no theme. */
export function Splash() {
  const t = useTexts(texts)
  return <div className="splash" role="status" aria-label={t.loading} />
}

/** The time from the layout's first rendering until the splash screen hides. */
export const splashMs = 3000

/**
 * The rest of the splash screen once the layout is rendered. It hides after `splashMs`; until then it is only a line above
 * the page, because a user should not wait for a page that is ready.
 */
export function LeavingSplash() {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHidden(true), splashMs)
    return () => clearTimeout(timer)
  }, [])
  return isHidden ? null : <div className="splash" data-leaving aria-hidden />
}
