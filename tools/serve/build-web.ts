// Builds the browser's part, unless what it is made of is what it was made of last time.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  type Dirent,
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const webFolder = join(root, 'apps/web')
const built = join(webFolder, 'dist')
const builtFrom = join(built, '.built-from')

const sources = [
  'package-lock.json',
  'tsconfig*.json',
  'apps/web/**/*',
  'kit/{web,contract}/**/*',
  'features/**/*.{ts,tsx,css,json}',
]
const notOfTheBrowser = /\.(queries|routes|jobs|public|test)\.tsx?$/

/** The program that builds, to be run in `apps/web`. */
export const vite = join(root, 'node_modules/vite/bin/vite.js')
export { webFolder }

/** Builds beside and changes over, so that a build that was cut short, or another's at the same time, harms nothing. */
export async function buildWeb(say: (what: string) => void): Promise<void> {
  const fingerprint = fingerprintOf()
  if (isBuiltFrom(fingerprint)) return
  say('building the portal')
  const part = `${built}.part-${process.pid}`
  try {
    await runVite(['build', '--logLevel', 'warn', '--outDir', part, '--emptyOutDir'])
    await runVite([
      ...['build', '--logLevel', 'warn', '--outDir', part],
      ...['--config', 'vite.pay.config.ts'],
    ])
    writeFileSync(join(part, '.built-from'), fingerprint)
    takePlace(part, fingerprint)
  } catch (error) {
    if (!isBuiltFrom(fingerprint)) throw error
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

const isBuiltFrom = (fingerprint: string) =>
  existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === fingerprint

/** Another that is built at the same time may take the place between the two steps, or have taken it: then it stays. */
function takePlace(part: string, fingerprint: string, tries = 5): void {
  if (isBuiltFrom(fingerprint)) return
  rmSync(built, { recursive: true, force: true })
  try {
    renameSync(part, built)
  } catch (error) {
    if (tries === 1) throw error
    takePlace(part, fingerprint, tries - 1)
  }
}

function fingerprintOf(): string {
  const hash = createHash('sha256')
  const exclude = ({ name }: Dirent) => name === 'node_modules' || name.startsWith('dist')
  const files = sources.flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude, withFileTypes: true })
      .filter((entry) => entry.isFile() && !notOfTheBrowser.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function runVite(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, ...args], {
      cwd: webFolder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      },
    })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The portal could not be built (vite: ${code})`)),
    )
  })
}
