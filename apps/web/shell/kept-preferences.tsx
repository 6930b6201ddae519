import { updatePreferences } from '@counterfoil/features/access/sign-in-context/preferences.contract.ts'
import type { InputOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { type Preferences, PreferencesProvider } from '@counterfoil/kit/web/session/preferences.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'

/** The user's layout, colours, density and language: in force at once here, and sent to the server for other devices. */
export function KeptPreferences({ children }: { children: ReactNode }) {
  const user = useUser()
  const [preferences, setPreferences] = useState(user.preferences)
  const { setLanguage } = useLanguage()
  const { run } = useAction(updatePreferences)

  const change = useCallback(
    (part: Partial<Preferences>) => {
      setPreferences((was) => ({ ...was, ...part }))
      if (part.language) setLanguage(part.language)
      run({ body: part } as InputOf<typeof updatePreferences>)
    },
    [run, setLanguage],
  )
  useLook(preferences)
  const state = useMemo(() => ({ preferences, change }), [preferences, change])
  return <PreferencesProvider value={state}>{children}</PreferencesProvider>
}

/** Puts colour scheme and density on the document. What the user chose counts on every device; else the device's own. */
function useLook({ colourScheme, density }: Preferences) {
  // Without transitions for the moment it would put a style element into the page, which its policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  useEffect(() => {
    if (colourScheme !== null) setColorScheme(colourScheme)
  }, [colourScheme, setColorScheme])
  useEffect(() => {
    document.documentElement.dataset.density = density ?? 'comfortable'
  }, [density])
}
