import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  // the same browser without a window's parts: a sixth less work
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser that journeys run in: `CHROMIUM_PATH`, or where systems keep it. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? '', ...places].find(
    (path) => path !== '' && existsSync(path),
  )
}

const debianPackage = 'chromium-headless-shell'

/** Finds the browser, and installs Debian's where there is none and we may. */
export function ensureChromium(say: (what: string) => void): string {
  const found = findChromium()
  if (found !== undefined) return found
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      'The browser journeys need Chromium or Chrome. Install it (Debian: apt-get install chromium-headless-shell), ' +
        'or set CHROMIUM_PATH to one.',
    )
  }
  say('Installing Chromium (apt-get) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', debianPackage]]) {
    const { status } = spawnSync('apt-get', ['-q', ...args], { stdio: 'inherit', env })
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed`)
  }
  const installed = findChromium()
  if (installed === undefined) throw new Error('apt-get installed no Chromium')
  return installed
}
