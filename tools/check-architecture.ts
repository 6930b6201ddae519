// Do the files stand where they belong, and know only what they may? The tables are in tools/architecture/.
import { checkExports } from './architecture/exports.ts'
import { checkImports } from './architecture/imports.ts'
import { paymentFilterFindings } from './architecture/payment-filters.ts'
import { checkShape } from './architecture/shape.ts'
import { type Finding, readSources, type SourceFile } from './architecture/source.ts'
import { checkWords } from './architecture/words.ts'

export function checkArchitecture(files: readonly SourceFile[]): Finding[] {
  return [
    ...checkImports(files),
    ...checkExports(files),
    ...checkShape(files),
    ...checkWords(files),
    ...paymentFilterFindings(files),
  ]
}

export function printed({ path, line, rule, message }: Finding): string {
  return `${path}${line === undefined ? '' : `:${line}`}  ${rule}: ${message}`
}

if (import.meta.main) {
  const files = readSources(process.cwd())
  const findings = checkArchitecture(files)
  const errors = findings.filter((one) => !one.isWarning)
  const warnings = findings.filter((one) => one.isWarning)
  for (const one of warnings) console.log(`look again  ${printed(one)}`)
  for (const one of errors) console.error(`wrong  ${printed(one)}`)
  console.log(
    `Architecture: ${files.length} files, ${errors.length} wrong, ${warnings.length} to look at`,
  )
  process.exitCode = errors.length > 0 ? 1 : 0
}
