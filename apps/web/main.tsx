import { LanguageProvider } from '@counterfoil/kit/web/texts/i18n.tsx'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Portal } from './portal.tsx'
import { beginSession } from './session/begin-session.ts'
import { fetchPage } from './shell/open-at.ts'

const begun = beginSession()
// the portal shows what is wrong with it
begun.catch(() => undefined)
fetchPage(window.location.pathname)
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the portal')
createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <Portal begun={begun} />
    </LanguageProvider>
  </StrictMode>,
)
