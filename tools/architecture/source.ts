import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Import {
  readonly specifier: string
  readonly line: number
  /** `import type` or `export type`: gone at run time. */
  readonly isType: boolean
}

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly imports: readonly Import[]
}

/** What is wrong, where. A warning asks for a second look and fails nothing. */
export interface Finding {
  readonly path: string
  readonly line?: number
  readonly rule: string
  readonly message: string
  readonly isWarning?: true
}

export const workspaces = [
  'apps/api',
  'apps/web',
  'apps/worker',
  'features',
  'kit',
  'identity',
  'providers',
  'database',
  'e2e',
  'tools',
  'workloads',
] as const

export function readSources(root: string): SourceFile[] {
  return workspaces.flatMap((workspace) =>
    globSync(`${workspace}/**/*.{ts,tsx,mjs,css,sql}`, {
      cwd: root,
      // what a build is just now made of, too: it comes and goes
      exclude: (name) => name === 'node_modules' || /^dist(\.part-|$)/.test(name),
    }).map((path) =>
      sourceFile(path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')),
    ),
  )
}

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, imports: /\.(ts|tsx|mjs)$/.test(path) ? importsOf(text) : [] }
}

// `import … from 'x'`, `export … from 'x'`, `import 'x'` at the start of a line; `import('x')` anywhere.
const statement =
  /^[ \t]*(?:import|export)\b(?:[ \t]+(type)\b(?![ \t]*(?:,|from\b|=)))?(?:[^'"`;()=]*?\bfrom)?[ \t\n]*['"]([^'"\n]+)['"]/gm
const dynamic = /\bimport\(\s*['"]([^'"\n]+)['"]\s*[,)]/g

function importsOf(text: string): Import[] {
  const found: Import[] = []
  for (const match of text.matchAll(statement)) {
    const [whole, type, specifier = ''] = match
    found.push({
      specifier,
      line: lineAt(text, match.index + whole.length),
      isType: type !== undefined,
    })
  }
  for (const match of text.matchAll(dynamic)) {
    found.push({ specifier: match[1] ?? '', line: lineAt(text, match.index), isType: false })
  }
  return found
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
