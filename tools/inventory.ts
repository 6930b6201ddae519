// `npm run inventory`: writes what is derived and committed, the row types and the list of doors.
// Scanning finds calls, jobs and screens by themselves; this writes the list of them, so that a new door shows in a diff.
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { isResource } from '@counterfoil/kit/contract/resource.ts'
import type { Job, Schedule } from '@counterfoil/kit/jobs/job.ts'
import { healthRoutes } from '@counterfoil/kit/server/health.ts'
import {
  sandboxCardsDocument,
  sandboxDocument,
} from '@counterfoil/providers/acquirers/sandbox/document.ts'
import { sandboxBanksDocument } from '@counterfoil/providers/banks/sandbox/document.ts'
import { runnerImport } from 'vite'
import { refreshRowTypes } from './row-types.ts'

interface Found<T> {
  readonly file: string
  readonly value: T
}

/** What this list tells of a screen (`kit/web/page/screen.ts`), whose own type needs the browser's types around it. */
interface Screen {
  readonly id: string
  readonly path: string
  readonly audience: readonly string[]
  readonly permission: readonly string[]
  readonly alsoPermission?: readonly (readonly string[])[]
}

type Module = Readonly<Record<string, unknown>>

export interface Inventory {
  readonly endpoints: readonly Found<AnyEndpoint>[]
  readonly jobs: readonly Found<Job<unknown>>[]
  readonly schedules: readonly Found<Schedule>[]
  readonly screens: readonly Found<Screen>[]
}

export async function takeInventory(root: string): Promise<Inventory> {
  const contracts = [
    ...(await modulesOf(root, 'features/**/*.{contract,resource}.ts')),
    // what every feature's lists and reports share
    ...(await modulesOf(root, 'kit/contract/*.ts')),
  ]
  const work = await modulesOf(root, 'features/**/*.jobs.ts')
  const listed = <T>(name: string) =>
    work.flatMap(({ file, value }) => listOf<T>(value[name]).map((one) => ({ file, value: one })))
  const health = healthRoutes([]).map(({ endpoint }) => ({
    file: 'kit/server/health.ts',
    value: endpoint,
  }))
  return {
    endpoints: withoutReplaced(
      contracts.flatMap(({ file, value }) =>
        Object.values(value)
          .flatMap((one) => endpointsIn(one, 2))
          .map((one) => ({ file, value: one })),
      ),
    ).concat(health),
    jobs: listed<Job<unknown>>('jobs'),
    schedules: listed<Schedule>('schedules'),
    screens: [...(await screensOf(root)), ...(await resourceScreensOf(root))],
  }
}

/** A contract's call takes the place of the one of its resource with the same id. */
function withoutReplaced(found: readonly Found<AnyEndpoint>[]): Found<AnyEndpoint>[] {
  const isOfResource = ({ file }: Found<AnyEndpoint>) => file.endsWith('.resource.ts')
  const ofContracts = new Set(
    found.filter((one) => !isOfResource(one)).map(({ value }) => value.id),
  )
  return found.filter((one) => !isOfResource(one) || !ofContracts.has(one.value.id))
}

async function modulesOf(root: string, pattern: string): Promise<Found<Module>[]> {
  return Promise.all(
    filesOf(root, pattern).map(async (file) => ({
      file,
      value: (await import(pathToFileURL(join(root, file)).href)) as Module,
    })),
  )
}

function filesOf(root: string, pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts'))
}

/** Endpoint values, also where a contract exports a list or a record of them. */
function endpointsIn(value: unknown, depth: number): AnyEndpoint[] {
  if (value === null || typeof value !== 'object' || depth < 0) return []
  if ('access' in value && 'path' in value && 'method' in value) return [value as AnyEndpoint]
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return []
  return Object.values(value).flatMap((one) => endpointsIn(one, depth - 1))
}

/** `jobs` and `schedules` are lists, or functions of the providers; naming them calls no provider. */
function listOf<T>(exported: unknown): readonly T[] {
  const value = typeof exported === 'function' ? (exported({}) as unknown) : exported
  return Array.isArray(value) ? value : []
}

/** Screens import components and styles, so they are read as the browser's build reads them. */
async function screensOf(root: string): Promise<Found<Screen>[]> {
  const found: Found<Screen>[] = []
  for (const file of filesOf(root, '{features,apps/web}/**/*.screens.ts')) {
    const { module } = await runnerImport<{ screens?: readonly Screen[] }>(join(root, file), {
      configFile: false,
      root,
      logLevel: 'error',
    })
    for (const value of module.screens ?? []) found.push({ file, value })
  }
  return found
}

/** A declared resource says its own screen. */
async function resourceScreensOf(root: string): Promise<Found<Screen>[]> {
  const modules = await modulesOf(root, 'features/**/*.resource.ts')
  return modules.flatMap(({ file, value }) =>
    Object.values(value)
      .filter(isResource)
      .flatMap(({ id, screen, audience, permission, merchants }) => [
        ...(screen === undefined
          ? []
          : [{ id, path: screen.path, audience, permission: [permission.view] }]),
        ...(merchants === undefined
          ? []
          : [
              {
                id: `${id}.merchants`,
                path: merchants.path,
                audience: ['merchant'],
                permission: merchants.permission,
              },
            ]),
      ])
      .map((value) => ({ file, value })),
  )
}

const accessText = ({ access }: AnyEndpoint): string => {
  if (access.kind === 'public') return 'public'
  if (access.kind === 'scope') return `API key: ${access.scope}`
  return permissionText(access.anyOf)
}

const permissionText = (anyOf: readonly string[]) =>
  anyOf.length === 0 ? 'any signed-in user' : anyOf.join(' | ')

/** The text of docs/inventory.txt. */
export function inventoryText({ endpoints, jobs, schedules, screens }: Inventory): string {
  const users = new Map<string, Set<string>>()
  const note = (permissions: readonly string[], file: string) => {
    for (const one of permissions) users.set(one, (users.get(one) ?? new Set()).add(file))
  }
  for (const { file, value } of endpoints) {
    if (value.access.kind === 'permission') note(value.access.anyOf, file)
  }
  for (const { file, value } of screens) {
    note([...value.permission, ...(value.alsoPermission ?? []).flat()], file)
  }
  const sections: [string, string[][]][] = [
    [
      'Calls',
      endpoints.map(({ file, value }) => [
        `${value.path} ${value.method}`,
        accessText(value),
        value.id,
        file,
      ]),
    ],
    [
      'Screens',
      screens.map(({ file, value }) => [
        value.path,
        value.audience.join(' '),
        permissionText(value.permission),
        file,
      ]),
    ],
    ['Jobs', jobs.map(({ file, value }) => [value.name, `${value.retries} retries`, file])],
    [
      'Schedules',
      schedules.map(({ file, value }) => [value.name, `every ${value.everyS} s`, file]),
    ],
    ['Permissions', [...users].map(([name, files]) => [name, [...files].sort().join(' ')])],
  ]
  const text = sections.map(([title, rows]) => `${title}: ${rows.length}\n\n${table(rows)}\n`)
  return `Every door of the product. Written by \`npm run inventory\`; a test compares.\n\n${text.join('\n')}`
}

function table(rows: string[][]): string {
  return rows
    .map((cells) => cells.join('  '))
    .sort()
    .join('\n')
}

if (import.meta.main) {
  await refreshRowTypes()
  const text = inventoryText(await takeInventory(process.cwd()))
  writeFileSync('docs/inventory.txt', text)
  writeFileSync('docs/sandbox.md', sandboxDocument())
  writeFileSync('docs/sandbox-cards.md', sandboxCardsDocument())
  writeFileSync('docs/sandbox-banks.md', sandboxBanksDocument())
  console.log(text.match(/^\w+: \d+$/gm)?.join(', '))
}
