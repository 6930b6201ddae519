import { posix } from 'node:path'
import { workspaces } from './source.ts'

/**
 * What a file of `features` is, by its suffix. `server` is a server file for its own folder alone: `.views.ts`
 * (rows to answers), or no suffix at all.
 */
export type FeatureRole =
  | 'schema'
  | 'contract'
  | 'resource'
  | 'rules'
  | 'queries'
  | 'routes'
  | 'jobs'
  | 'public'
  | 'screens'
  | 'component'
  | 'messages'
  | 'audit'
  | 'style'
  | 'server'

/** The part of the architecture that a path belongs to. */
export interface Place {
  readonly path: string
  readonly folder: string
  /** A test, or what only tests use: a folder `testing`. */
  readonly isTest: boolean
  /** `kit`, `features`, `apps/api`, …; undefined: outside of all. */
  readonly workspace: string | undefined
  /** In `kit`: `contract`, `server`, …; in `features`: the area, `payments`. */
  readonly part: string
  readonly role: FeatureRole | undefined
}

const suffixes = [
  'schema',
  'contract',
  'resource',
  'rules',
  'queries',
  'routes',
  'jobs',
  'public',
  'screens',
  'messages',
  'audit',
] as const

export function placeOf(path: string): Place {
  const workspace = workspaces.find((one) => path.startsWith(`${one}/`))
  const rest = workspace === undefined ? path : path.slice(workspace.length + 1)
  return {
    path,
    folder: posix.dirname(path),
    isTest: /\.test\.tsx?$|\/testing\//.test(path),
    workspace,
    part: rest.includes('/') ? (rest.split('/')[0] ?? '') : '',
    role: workspace === 'features' ? roleOf(path) : undefined,
  }
}

function roleOf(path: string): FeatureRole {
  const name = posix.basename(path)
  if (name.endsWith('.tsx')) return 'component'
  if (name.endsWith('.css')) return 'style'
  return suffixes.find((suffix) => name.endsWith(`.${suffix}.ts`)) ?? 'server'
}

/** Where an import leads: a file of the project, a package, or part of Node. */
export type Target =
  | { readonly kind: 'file'; readonly place: Place }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'node'; readonly name: string }

export function targetOf(from: string, specifier: string): Target {
  if (specifier.startsWith('.')) {
    return { kind: 'file', place: placeOf(posix.join(posix.dirname(from), specifier)) }
  }
  if (specifier.startsWith('node:')) return { kind: 'node', name: specifier.slice(5) }
  const [first = '', second = '', ...rest] = specifier.split('/')
  if (first === '@counterfoil') {
    const workspace = ['api', 'web', 'worker'].includes(second) ? `apps/${second}` : second
    return { kind: 'file', place: placeOf([workspace, ...rest].join('/')) }
  }
  return { kind: 'package', name: first.startsWith('@') ? `${first}/${second}` : first }
}
