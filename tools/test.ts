// `npm test`: every check, and every proof once. `npm run test:full`: whole matrices, walks and faults as well.
// With arguments, only the tests that they name: `npm test -- features/payments`.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { buildWeb } from './serve/build-web.ts'
import { ensureChromium } from './testing/chromium.ts'
import { ensurePostgresPackage, olderVersions } from './testing/postgres-versions.ts'

const bin = (name: string) => join('node_modules/.bin', name)
const isFull = process.argv.includes('--full')
const filters = process.argv.slice(2).filter((one) => one !== '--full')
const failed: string[] = []
// each checker works out most types for itself: two take 1.8 times the processor time of one
const checkers = ['--checkers', '1']

if (filters.length === 0) {
  ensureChromium(console.log)
  // side by side: each waits for a file or for its one thread a third of the time
  await Promise.all([
    checkBeside('types of the server', bin('tsc'), ['-p', 'tsconfig.server.json', ...checkers]),
    checkBeside('types of the browser', bin('tsc'), ['-p', 'tsconfig.web.json', ...checkers]),
    // what starts the product needs it: built once, before they all ask for it
    buildWeb(console.log).catch((error: Error) => {
      console.error(error.message)
      failed.push('the portal’s build')
    }),
    checkBeside('format and lint', bin('biome'), ['check', '.']),
    checkBeside('architecture', process.execPath, ['tools/check-architecture.ts']),
  ])
  if (failed.length > 0) console.error(`\nNot as it should be: ${failed.join(', ')}\n`)
} else if (isFull) {
  // a part of the full run may start several products at once, of which each would build it for itself
  await buildWeb(console.log)
}
if (isFull && filters.length === 0) {
  for (const version of olderVersions) {
    const packageFolder = ensurePostgresPackage(version, console.log)
    const args = ['run', '--project', 'api', 'apps/api', 'database', 'features', 'identity', 'kit']
    check(`tests on PostgreSQL ${version}`, bin('vitest'), args, {
      TEST_POSTGRES_PACKAGE: packageFolder,
      // each proof once: the matrices are of the product, not of the database
      FULL_RUN: '',
    })
  }
}
// the last word is the runner's own: its counts
check('tests', bin('vitest'), ['run', ...filters])
process.exit(failed.length > 0 ? 1 : 0)

function check(
  name: string,
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): void {
  if (filters.length === 0) console.log(`\n— ${name}`)
  // tests read it by `tools/testing/full-run.ts`
  const env = { ...process.env, FULL_RUN: isFull ? '1' : '', ...environment }
  const { status } = spawnSync(program, args, { stdio: 'inherit', env })
  if (status !== 0) failed.push(name)
}

/** Shows what it says when it has ended, so that others' words do not come between. */
async function checkBeside(name: string, program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, complained, [status]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  console.log(`\n— ${name}`)
  process.stdout.write(said)
  process.stderr.write(complained)
  if (status !== 0) failed.push(name)
}
