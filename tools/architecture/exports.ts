import type { Finding, SourceFile } from './source.ts'

/** What scans find by these names, and records by their files. */
const found = new Set(['routes', 'jobs', 'schedules', 'screens', 'moves'])
const declared = /^export (?:async )?(function\*?|const|let|class|interface|type) (\w+)(?![\w$])/gm

/** A value that no other file names needs no `export`, and a type that nobody names at all goes. */
export function checkExports(files: readonly SourceFile[]): Finding[] {
  const filesNaming = new Map<string, number>()
  for (const { text } of files) {
    for (const name of new Set(text.match(/\w+/g))) {
      filesNaming.set(name, (filesNaming.get(name) ?? 0) + 1)
    }
  }
  return files
    .filter(({ path }) => /\.(ts|tsx)$/.test(path) && !/\.(resource|generated)\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(declared)].flatMap(([, kind = '', name = '']): Finding[] => {
        if (found.has(name) || filesNaming.get(name) !== 1) return []
        const isType = kind === 'interface' || kind === 'type'
        const uses = text.split(new RegExp(`\\b${name}\\b`))
        if (isType && uses.length > 2) return []
        return [{ path, rule: 'export', message: `nobody else names ${name}` }]
      }),
    )
}
