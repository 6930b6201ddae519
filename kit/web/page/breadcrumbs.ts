import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { type Params, useLocation } from 'react-router'
import { useUser } from '../session/user.tsx'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import { groupsAbove, type RouteGroup } from './route-groups.ts'
import { asNamed, fillPath, judgeScreen, type Screen, screensAbove } from './screen.ts'

const msg = messagesOf(import.meta.url)

export interface Crumb {
  readonly text: string
  /** Absent where the crumb leads nowhere. */
  readonly to?: string
}

/** The screen that is open, its parameters, and all screens and route groups that are declared. Given by the shell. */
export const ScreenContext = createContext<{
  readonly open: Screen | undefined
  readonly params: Readonly<Params>
  readonly screens: readonly Screen[]
  readonly groups: readonly RouteGroup[]
}>({ open: undefined, params: {}, screens: [], groups: [] })

/** The open screen, for a component that serves several of them. */
export function useScreen(): Screen {
  const { open } = useContext(ScreenContext)
  if (open === undefined) throw new Error('useScreen needs an open screen')
  return open
}

const storageKey = 'breadcrumbs'
const listeners = new Set<() => void>()

function storedText(): string {
  return sessionStorage.getItem(storageKey) ?? '{}'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Names the crumb of the open page, or of the page above it at `path`, where it is `dynamic`. Kept for the session. */
export function useCrumb(text: string | undefined, path?: string) {
  const { pathname: openPath } = useLocation()
  const pathname = path ?? openPath
  useEffect(() => {
    if (text === undefined) return
    const crumbs: Record<string, string> = JSON.parse(storedText())
    if (crumbs[pathname] === text) return
    // The newest hundred are plenty for going back and forth.
    const kept = Object.entries(crumbs).slice(-99)
    sessionStorage.setItem(
      storageKey,
      JSON.stringify(Object.fromEntries([...kept, [pathname, text]])),
    )
    for (const listener of listeners) listener()
  }, [pathname, text])
}

const texts = msg({ home: 'Dashboard' })

/** Home, the groups and screens above the open one, and the open one without a link. */
export function useCrumbs(): Crumb[] {
  const { open, params, screens, groups } = useContext(ScreenContext)
  const user = useUser()
  const stored = useSyncExternalStore(subscribe, storedText)
  const translate = useTranslate()
  const t = useTexts(texts)
  return useMemo(() => {
    const homePath = user.audience === 'merchant' ? '/dashboard' : '/crm/dashboard'
    const home: Crumb = { text: t.home, to: homePath }
    if (open === undefined || open.path === homePath) return [{ text: t.home }]
    const dynamic: Record<string, string> = JSON.parse(stored)
    const textOf = (screen: Screen) => {
      const path = fillPath(screen.path, params)
      if (screen.breadcrumb === 'dynamic') {
        return dynamic[path] ?? decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
      }
      const stated = screen.breadcrumb ?? groups.find(({ path }) => path === screen.path)?.crumb
      return withParams(
        translate(
          stated === undefined || stated === 'hidden' ? asNamed(screen, user).title : stated,
        ),
        params,
      )
    }
    const above = screensAbove(screens, open)
      .filter((screen) => screen.breadcrumb !== 'hidden' && judgeScreen(screen, user) === 'open')
      .map((screen) => ({
        path: screen.path,
        crumb: { text: textOf(screen), to: fillPath(screen.path, params) },
      }))
    const crumbsOfGroups = groupsAbove(groups, open.path)
      .filter(({ path }) => path !== open.path && !above.some((each) => each.path === path))
      .flatMap(({ path, crumb }) =>
        crumb === undefined || crumb === 'hidden'
          ? []
          : [{ path, crumb: { text: translate(crumb) } }],
      )
    const ways = [...crumbsOfGroups, ...above].sort(
      (one, other) => one.path.length - other.path.length,
    )
    const last = open.breadcrumb === 'hidden' ? [] : [{ text: textOf(open) }]
    return [home, ...ways.map(({ crumb }): Crumb => crumb), ...last]
  }, [open, screens, groups, user, params, stored, translate, t])
}

/** A crumb's text may name parameters of the route, as `:id`; their values stand there instead. */
function withParams(text: string, params: Readonly<Params>): string {
  return text.replace(/:(\w+)/g, (whole, name: string) => params[name] ?? whole)
}
