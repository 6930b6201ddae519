import { messages, useTexts } from '@counterfoil/kit/web/i18n.tsx'
import './splash.css'

const texts = messages({ loading: ['Loading', 'Yükleniyor'] })

/** Covers the page until there is something to show. The same as the page's own first content. */
export function Splash() {
  const t = useTexts(texts)
  return <div className="splash" role="status" aria-label={t.loading} />
}
