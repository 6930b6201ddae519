import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { landingPages } from './first-page-files.ts'

/** What may be fetched, compressed, before the first page after sign-in can be used. */
const firstPageBytes = 200 * 1024

/** In how many scripts and styles: the page, its configuration, the sign-in and its figures are requests besides. */
const firstPageFileCount = 8

/** What belongs to the server and must never reach a browser. */
const serverOnly = [
  /node_modules\/(fastify|@fastify|kysely|pg|pg-[\w-]+|oidc-provider|pino|@node-rs)\//,
  /\/(kit\/(server|database|jobs)|providers|identity|database)\/[^/]+\.ts$/,
  /^node:|__vite-browser-external/,
]
interface Chunk {
  readonly type: 'chunk'
  readonly fileName: string
  readonly name: string
  readonly isEntry: boolean
  readonly code: string
  readonly imports: readonly string[]
  readonly moduleIds: readonly string[]
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> }
}

interface Asset {
  readonly type: 'asset'
  readonly fileName: string
  readonly source: string | Uint8Array
}

type Bundle = Readonly<Record<string, Chunk | Asset>>

/** Fails a build that carries the server's code, or whose first page is too heavy, and compresses the others. */
export function bundleRules(): Plugin {
  return {
    name: 'bundle-rules',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, output) {
      const bundle = output as unknown as Bundle
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
      const foreign = modules.filter((id) => serverOnly.some((pattern) => pattern.test(id)))
      if (foreign.length > 0) {
        this.error(`The browser would be given the server's code: ${foreign.join(', ')}`)
      }
    },
    writeBundle(options, output) {
      const bundle = output as unknown as Bundle
      const folder = options.dir ?? dirname(String(options.file))
      compressFiles(folder)
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const pages = landingPages()
      // a rule that weighs nothing would always hold
      if (pages.length === 0) this.error('No page on which users land was found to weigh')
      // other entries are pages of their own, which the portal does not fetch
      const entry = chunks.filter(({ isEntry, name }) => isEntry && name === 'portal')
      for (const page of pages) {
        const own = chunks.filter(({ moduleIds }) => moduleIds.includes(page))
        const files = filesOf(bundle, [...entry, ...own])
        const bytes = files.reduce(
          (sum, name) => sum + statSync(join(folder, `${name}.gz`)).size,
          0,
        )
        const what = `First page (${page.split('/').pop()}): ${(bytes / 1024).toFixed(1)} KB compressed in ${files.length} files`
        if (bytes > firstPageBytes) this.error(`${what}; allowed are ${firstPageBytes / 1024} KB`)
        if (files.length > firstPageFileCount)
          this.error(`${what}; allowed are ${firstPageFileCount}`)
        this.info(what)
      }
    },
  }
}

/** These chunks, all that they import, and their styles. */
function filesOf(bundle: Bundle, roots: readonly Chunk[]): string[] {
  const needed = new Set<string>()
  const visit = (chunk: Chunk) => {
    if (needed.has(chunk.fileName)) return
    needed.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) needed.add(style)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') visit(imported)
    }
  }
  for (const root of roots) visit(root)
  return [...needed]
}

const compressible = new Set(['.js', '.css', '.svg', '.html'])

/** Leaves each file's compressed forms beside it, so that serving costs nothing. */
export function compressFiles(folder: string) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue
    const path = join(entry.parentPath, entry.name)
    const content = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    writeFileSync(`${path}.br`, brotliCompressSync(content))
  }
}
