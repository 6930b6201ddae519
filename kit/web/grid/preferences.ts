import { useCallback, useMemo, useState } from 'react'
import { usePreferences } from '../session/preferences.ts'
import { useUser } from '../session/user.tsx'

export type Density = 'compact' | 'comfortable'

export interface GridPreferences {
  /** What the user chose, by column id; columns not named follow their declaration. */
  readonly columns: Readonly<Record<string, boolean>>
  readonly density: Density
}

function read(key: string): Partial<GridPreferences> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

/**
 * The user's columns and density of one grid, kept on this device for each user apart. Until a grid has a density of its
 * own it has that of the whole portal.
 */
export function useGridPreferences(
  gridId: string,
): [GridPreferences, (change: Partial<GridPreferences>) => void] {
  const key = `grid:${useUser().id}:${gridId}`
  const [state, setState] = useState(() => ({ key, value: read(key) }))
  const stored = state.key === key ? state.value : read(key)
  const { density } = usePreferences().preferences
  const value = useMemo(
    (): GridPreferences => ({ columns: {}, density: density ?? 'compact', ...stored }),
    [density, stored],
  )
  const change = useCallback(
    (part: Partial<GridPreferences>) => {
      const next = { ...read(key), ...part }
      localStorage.setItem(key, JSON.stringify(next))
      setState({ key, value: next })
    },
    [key],
  )
  return [value, change]
}
