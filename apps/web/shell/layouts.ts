import {
  type LayoutName,
  layoutNames,
} from '@counterfoil/features/access/sign-in-context/preferences.contract.ts'
import { usePreferences } from '@counterfoil/kit/web/session/preferences.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useEffect, useState } from 'react'

/**
 * How a layout is put together. All have the same parts: navigation, toolbar, footer, quick panel, alert area.
 * - `sidebar`: groups and entries beside the page. `rail`: one icon for each group. `bar`: groups side by side above the page.
 * - The toolbar's two variants: `vertical` carries the breadcrumbs, because the name stands on the navigation beside
 *   it; `horizontal` carries the name, and the breadcrumbs stand above the page.
 */
export interface Layout {
  readonly name: LayoutName
  readonly navigation: 'sidebar' | 'rail' | 'bar'
  readonly toolbar: 'vertical' | 'horizontal'
}

const layouts: Readonly<Record<LayoutName, Omit<Layout, 'name'>>> = {
  'vertical-layout-1': { navigation: 'sidebar', toolbar: 'vertical' },
  Entreprise: { navigation: 'bar', toolbar: 'horizontal' },
  Material: { navigation: 'sidebar', toolbar: 'horizontal' },
  'vertical-v2': { navigation: 'rail', toolbar: 'vertical' },
}

/** The layout of this name; the first for a name that is none. */
export function layoutOf(name: string | null | undefined): Layout {
  const known = layoutNames.find((each) => each === name) ?? layoutNames[0]
  return { name: known, ...layouts[known] }
}

/** A change of layout waits this long, so that trying several through does not rebuild the page each time. */
export const layoutDebounceMs = 1000

/** The user's own layout, else the tenant's; a change is applied after the debounce. */
export function useLayout(): Layout {
  const { preferences } = usePreferences()
  const { theme } = useUser()
  const wanted = preferences.layout ?? theme.layoutName
  const [applied, setApplied] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setApplied(wanted), layoutDebounceMs)
    return () => clearTimeout(timer)
  }, [wanted])
  return layoutOf(applied)
}
