import { updatePreferences } from '@counterfoil/features/access/sign-in-context/preferences.contract.ts'
import type { InputOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { type Preferences, PreferencesProvider } from '@counterfoil/kit/web/session/preferences.ts'
import { useUser, useViewAs } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'

/** The user's layout, colour scheme, density and language: applied at once, and sent to the server for other devices. */
export function KeptPreferences({ children }: { children: ReactNode }) {
  const user = useUser()
  const [preferences, setPreferences] = useState(user.preferences)
  const { setLanguage } = useLanguage()
  const { run } = useAction(updatePreferences)

  const change = useCallback(
    (part: Partial<Preferences>) => {
      setPreferences((was) => ({
        ...was,
        ...part,
        columns: { ...was.columns, ...part.columns },
      }))
      if (part.language) setLanguage(part.language)
      run({ body: part } as InputOf<typeof updatePreferences>)
    },
    [run, setLanguage],
  )
  useAppearance(preferences)
  const state = useMemo(() => ({ preferences, change }), [preferences, change])
  return <PreferencesProvider value={state}>{children}</PreferencesProvider>
}

/** Applies colour scheme and density to the document: the user's choice on every device, else the device's own. */
function useAppearance({ colourScheme, density }: Preferences) {
  // Keeps transitions: disabling them for the moment would insert a style element, which the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  // the device keeps it, which is the administrator's while one looks through the user's eyes
  const isOwn = useViewAs() === undefined
  useEffect(() => {
    if (isOwn && colourScheme !== null) setColorScheme(colourScheme)
  }, [isOwn, colourScheme, setColorScheme])
  useEffect(() => {
    document.documentElement.dataset.density = density ?? 'comfortable'
  }, [density])
}
