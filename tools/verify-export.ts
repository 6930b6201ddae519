// `npm run verify:export -- FILE`: whether the files of an export are what its manifest says. It asks nobody: who was sent
// an export can say by it that rows and sums are whole.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ExportManifest, exportManifest } from '@counterfoil/kit/contract/exports.ts'
import { cellsOf, csvRows } from '@counterfoil/kit/server/codecs/csv-rows.ts'
import { unzipSync } from 'fflate'
import { eachSheetRow } from './workbook-rows.ts'

export interface Verdict {
  readonly manifest: ExportManifest | undefined
  /** What is not as the manifest says; empty: everything is. */
  readonly differences: readonly string[]
}

/** The manifest's own name within the zip. */
const manifestName = 'manifest.json'

/** Of a downloaded zip, or of a manifest with its files beside it. */
export async function verifyExport(path: string): Promise<Verdict> {
  const read = path.endsWith('.json') ? beside(path) : within(path)
  const text = read(manifestName)
  if (text === undefined) return { manifest: undefined, differences: ['There is no manifest.json'] }
  const parsed = exportManifest.safeParse(JSON.parse(Buffer.from(text).toString('utf8')))
  if (!parsed.success) {
    return { manifest: undefined, differences: ['manifest.json is not a manifest of an export'] }
  }
  const manifest = parsed.data
  const differences: string[] = []
  const found = new Sums(manifest)
  for (const { name, bytes, sha256, rows } of manifest.files) {
    const content = read(name)
    if (content === undefined) {
      differences.push(`${name} is missing`)
      continue
    }
    if (content.byteLength !== bytes) {
      differences.push(`${name} has ${content.byteLength} bytes, not ${bytes}`)
    }
    const actual = createHash('sha256').update(content).digest('hex')
    if (actual !== sha256) differences.push(`${name} has the SHA-256 ${actual}, not ${sha256}`)
    // a printed file is known by its checksum alone
    if (name.endsWith('.pdf')) continue
    const before = found.rows
    await readRows(name, content, manifest, (cells) => found.add(cells))
    if (found.rows - before !== rows) {
      differences.push(`${name} has ${found.rows - before} rows, not ${rows}`)
    }
  }
  if (manifest.files.some(({ name }) => !name.endsWith('.pdf'))) {
    differences.push(...found.differences())
  }
  return { manifest, differences }
}

type Read = (name: string) => Uint8Array | undefined

function within(path: string): Read {
  const files = unzipSync(readFileSync(path))
  return (name) => files[name]
}

const beside =
  (path: string): Read =>
  (name) => {
    const file = name === manifestName ? path : join(dirname(path), name)
    return existsSync(file) ? readFileSync(file) : undefined
  }

async function readRows(
  name: string,
  content: Uint8Array,
  { columns }: ExportManifest,
  take: (cells: readonly string[]) => void,
): Promise<void> {
  if (name.endsWith('.xlsx')) {
    eachSheetRow(content, columns[0]?.name ?? '', take)
    return
  }
  let isHeader = true
  const whole = [Buffer.from(content.buffer, content.byteOffset, content.byteLength)]
  for await (const batch of csvRows(asyncOf(whole))) {
    for (const row of batch) {
      if (!isHeader) take(cellsOf(row))
      isHeader = false
    }
  }
}

async function* asyncOf<T>(values: readonly T[]) {
  yield* values
}

/** No currency has more decimals than these. */
const places = 4

/** Counts rows and adds amounts up, exactly. */
class Sums {
  rows = 0
  readonly #manifest: ExportManifest
  readonly #currencyAt: number
  readonly #sums = new Map<string, bigint>()

  constructor(manifest: ExportManifest) {
    this.#manifest = manifest
    this.#currencyAt = manifest.columns.findIndex(({ name }) => name === manifest.currencyColumn)
  }

  add(cells: readonly string[]): void {
    this.rows += 1
    if (this.#currencyAt < 0) return
    for (const [at, { name, isSummed }] of this.#manifest.columns.entries()) {
      if (!isSummed) continue
      const key = `${cells[this.#currencyAt]} ${name}`
      this.#sums.set(key, (this.#sums.get(key) ?? 0n) + scaled(cells[at] ?? ''))
    }
  }

  differences(): string[] {
    const { rows, sums } = this.#manifest
    const found: string[] = []
    if (this.rows !== rows) found.push(`There are ${this.rows} rows, not ${rows}`)
    // without the currency of each row its amounts belong to none
    if (this.#currencyAt < 0) return found
    const said = new Map<string, string>(
      Object.entries(sums).flatMap(([currency, ofCurrency]) =>
        Object.entries(ofCurrency).map(([name, sum]) => [`${currency} ${name}`, sum] as const),
      ),
    )
    for (const key of new Set([...said.keys(), ...this.#sums.keys()])) {
      const actual = this.#sums.get(key) ?? 0n
      if (actual !== scaled(said.get(key) ?? '')) {
        found.push(`${key} adds up to ${plain(actual)}, not ${said.get(key) ?? 'nothing'}`)
      }
    }
    return found
  }
}

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(`${whole}${fraction.padEnd(places, '0')}`)
  return text.startsWith('-') ? -value : value
}

const plain = (value: bigint) => (Number(value) / 10 ** places).toFixed(places)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [path] = process.argv.slice(2)
  if (path === undefined || !existsSync(path)) {
    console.error('Say which file: npm run verify:export -- transactions-20261122-0115.zip')
    process.exit(2)
  }
  const { manifest, differences } = await verifyExport(path)
  for (const difference of differences) console.error(difference)
  if (differences.length > 0) process.exit(1)
  const sums = Object.entries(manifest?.sums ?? {}).map(([currency, ofCurrency]) =>
    [currency, ...Object.entries(ofCurrency).map(([name, sum]) => `${name} ${sum}`)].join(' · '),
  )
  console.log(
    [
      `${manifest?.report.name}, as of ${manifest?.asOf}: ${manifest?.rows} rows, as the manifest says`,
      ...sums,
    ].join('\n'),
  )
}
