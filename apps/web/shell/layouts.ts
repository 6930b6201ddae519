import {
  type LayoutName,
  layoutNames,
} from '@counterfoil/features/access/sign-in-context/preferences.contract.ts'
import { usePreferences } from '@counterfoil/kit/web/session/preferences.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useEffect, useState } from 'react'

/**
 * The parts of a layout. All have the same ones: navigation, toolbar, footer, quick panel, alert area.
 * - `sidebar`: groups and entries beside the page. `rail`: one icon for each group. `bar`: groups side by side above the page.
 * - The toolbar's two variants: `vertical` has the breadcrumbs, as the name is on the navigation beside it; `horizontal` has
 *   the name, and the breadcrumbs are above the page.
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

/** The layout of this name; the first one for an unknown name. */
export function layoutOf(name: string | null | undefined): Layout {
  const known = layoutNames.find((each) => each === name) ?? layoutNames[0]
  return { name: known, ...layouts[known] }
}

/** A change of layout is delayed by this long, so that trying several does not rebuild the page each time. */
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
