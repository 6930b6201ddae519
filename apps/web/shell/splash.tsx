import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect, useState } from 'react'
import './splash.css'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({ loading: 'Loading' })

/** Covers the page until there is something to show. The same as the page's own first content. */
export function Splash() {
  const t = useTexts(texts)
  return <div className="splash" role="status" aria-label={t.loading} />
}

/** From the layout being built until the splash screen hides. */
export const splashMs = 3000

/**
 * The rest of the splash screen once the layout stands. It hides when the documents say; until then it is only a line
 * above the page, because nobody should wait for a page that is there.
 */
export function LeavingSplash() {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHidden(true), splashMs)
    return () => clearTimeout(timer)
  }, [])
  return isHidden ? null : <div className="splash" data-leaving aria-hidden />
}
