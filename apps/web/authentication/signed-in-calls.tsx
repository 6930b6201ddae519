import { createClient } from '@counterfoil/kit/web/calls/call.ts'
import { createQueryClient } from '@counterfoil/kit/web/calls/query-client.ts'
import { ClientProvider } from '@counterfoil/kit/web/calls/use-call.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo } from 'react'
import { useSession } from '../session/session-context.tsx'
import { clientSettingsOf } from '../state/client-settings.ts'

/** Calls of a page outside of the portal, by whoever is signed in. */
export function SignedInCalls({ children }: { children: ReactNode }) {
  const session = useSession()
  const queries = useMemo(createQueryClient, [])
  const value = useMemo(
    () => ({
      client: createClient({ ...clientSettingsOf(session), mode: () => undefined }),
      mode: 'Live' as const,
    }),
    [session],
  )
  return (
    <QueryClientProvider client={queries}>
      <ClientProvider value={value}>
        <Suspense>{children}</Suspense>
      </ClientProvider>
    </QueryClientProvider>
  )
}
