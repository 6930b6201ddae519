import '@counterfoil/kit/web/theme/tokens.css'
import '@counterfoil/kit/web/theme/page.css'
import './external.css'
import { ExternalPartyPage } from '@counterfoil/features/support/external-parties/party-page.screens.ts'
import { createClient } from '@counterfoil/kit/web/calls/call.ts'
import { LanguageProvider } from '@counterfoil/kit/web/texts/i18n.tsx'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

// The page of an external party, without sign-in: it has only the link's token, behind the #, so that no server logs it.
const client = createClient({
  token: () => undefined,
  renew: async () => false,
  mode: () => undefined,
})
const token = window.location.hash.slice(1)

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for its content')
createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <Suspense>
        <ExternalPartyPage client={client} token={token} />
      </Suspense>
    </LanguageProvider>
  </StrictMode>,
)
