// The same record has an address for each audience: a colleague's link leads to the reader's own.

import { judgeScreen, type Screen } from '@counterfoil/kit/web/page/screen.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { generatePath } from 'react-router'

/** What addresses of one kind of record differ in: the audience before it, and whose the record is. */
const tailOf = (path: string) =>
  path
    .replace(/^\/(merchant|platform|tenant)(?=\/)/, '')
    .replace(/\/:(customerId|tenantId)(?=\/)/, '')

const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The user's own address of what this screen shows; undefined where there is none that they may open. */
export function counterpartOf(
  screens: readonly Screen[],
  of: Screen,
  params: Readonly<Record<string, string | undefined>>,
  user: SignedInUser,
): string | undefined {
  const own = screens.find(
    (one) =>
      one !== of &&
      tailOf(one.path) === tailOf(of.path) &&
      namesIn(one.path).every((name) => params[name] !== undefined) &&
      judgeScreen(one, user) === 'open',
  )
  return own && generatePath(own.path, params)
}
