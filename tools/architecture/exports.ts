import { targetOf } from './place.ts'
import type { Finding, SourceFile } from './source.ts'

/** What scans find in each file: no other file has to import it. */
const scanned = new Set([
  ...['routes', 'jobs', 'schedules', 'screens', 'recordSearches', 'parts'],
  ...['actionLabels', 'recordLabels', 'tableLabels', 'samples', 'setup', 'teardown'],
])
/** Records are found by their files; in a text of code for others `export` is a word. */
const notRead = /\.(resource|generated)\.ts$|^tools\/new-feature\/|signed-return/
const declared = /^export (?:async )?(function\*?|const|let|class|interface|type) (\w+)/gm
const listed = /^(?:import|export)\b[^'"`;()=]*?\{([^}]*)\}\s*from\s*'([^']+)'/gm
const passedOn = /^export (?:type )?\{([^}]*)\}/gm
const whole = /\* as \w+ from '([^']+)'|\bimport\(\s*'([^']+)'/g

/** The names of `a, type b, c as d`; of `c as d` the first is another file's and the last this one's. */
const namesIn = (list = '', which: 0 | -1 = 0) =>
  [...list.matchAll(/(?:type )?(\w+(?: as \w+)?)/g)].map(
    ([, one = '']) => one.split(' as ').at(which) ?? '',
  )

/** A value that no other file imports needs no `export`; a type that is named nowhere else is not needed at all. */
export function checkExports(files: readonly SourceFile[]): Finding[] {
  const wanted = new Map<string, Set<string>>()
  const want = (from: string, specifier: string, names: readonly string[]) => {
    const target = targetOf(from, specifier)
    if (target.kind !== 'file') return
    const known = wanted.get(target.place.path) ?? new Set<string>()
    wanted.set(target.place.path, known)
    for (const name of names) known.add(name)
  }
  for (const { path, text } of files) {
    for (const [, list, specifier = ''] of text.matchAll(listed)) {
      want(path, specifier, namesIn(list))
    }
    for (const [, first, second = ''] of text.matchAll(whole)) want(path, first ?? second, ['*'])
  }
  return files
    .filter(({ path }) => /\.tsx?$/.test(path) && !notRead.test(path))
    .filter(({ path }) => wanted.get(path)?.has('*') !== true)
    .flatMap((file) =>
      exportedBy(file)
        .filter((name) => !scanned.has(name) && !wanted.get(file.path)?.has(name))
        .map((name) => ({
          path: file.path,
          rule: 'export',
          message: `no other file imports ${name}`,
        })),
    )
}

/** What a file exports; types that it uses itself belong to what it exports beside them. */
function exportedBy({ text }: SourceFile): string[] {
  const own = [...text.matchAll(declared)].flatMap(([, kind = '', name = '']) => {
    const isType = kind === 'interface' || kind === 'type'
    return isType && text.split(new RegExp(`\\b${name}\\b`)).length > 2 ? [] : [name]
  })
  return [...own, ...[...text.matchAll(passedOn)].flatMap(([, list]) => namesIn(list, -1))]
}
