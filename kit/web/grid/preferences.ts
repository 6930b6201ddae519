import { useUser } from '@counterfoil/kit/web/user.tsx'
import { useCallback, useState } from 'react'

export type Density = 'compact' | 'comfortable'

export interface GridPreferences {
  /** What the user chose, by column id; columns not named follow their declaration. */
  readonly columns: Readonly<Record<string, boolean>>
  readonly density: Density
}

const defaults: GridPreferences = { columns: {}, density: 'compact' }

function read(key: string): GridPreferences {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(key) ?? '{}') }
  } catch {
    return defaults
  }
}

/** The user's columns and density of one grid, kept on this device for each user apart. */
export function useGridPreferences(
  gridId: string,
): [GridPreferences, (change: Partial<GridPreferences>) => void] {
  const key = `grid:${useUser().id}:${gridId}`
  const [state, setState] = useState(() => ({ key, value: read(key) }))
  const value = state.key === key ? state.value : read(key)
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
