// Builds the browser's part, unless what it is made of is what it was made of last time.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { type Dirent, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const webFolder = join(root, 'apps/web')
const builtFrom = join(webFolder, 'dist', '.built-from')

const sources = [
  'package-lock.json',
  'tsconfig*.json',
  'apps/web/**/*',
  'kit/{web,contract}/**/*',
  'features/**/*.{tsx,css}',
  'features/**/*.{contract,resource,rules,screens,messages}.ts',
]

/** The program that builds, to be run in `apps/web`. */
export const vite = join(root, 'node_modules/vite/bin/vite.js')
export { webFolder }

export async function buildWeb(say: (what: string) => void): Promise<void> {
  const fingerprint = fingerprintOf()
  if (existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === fingerprint) return
  say('building the portal')
  // written last: a build that was cut short is done again
  rmSync(builtFrom, { force: true })
  await runVite(['build', '--logLevel', 'warn'])
  writeFileSync(builtFrom, fingerprint)
}

function fingerprintOf(): string {
  const hash = createHash('sha256')
  const exclude = ({ name }: Dirent) => name === 'node_modules' || name === 'dist'
  const files = sources.flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
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
