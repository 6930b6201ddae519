// The archive that a company installs: made, unpacked into an empty folder and started there, with nothing around it.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePackage } from './package.ts'
import { signInToDemo } from './testing/demo-sign-in.ts'
import { type Stack, startStack } from './testing/stack.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

describe.skipIf(process.platform === 'win32')('the archive', () => {
  const target = temporaryFolder('counterfoil-archive-')
  let made: Awaited<ReturnType<typeof makePackage>>
  let folder: string
  let stack: Stack | undefined

  beforeAll(async () => {
    const began = Date.now()
    made = await makePackage(target)
    const seconds = Math.round((Date.now() - began) / 1000)
    console.log(`${basename(made.file)}: ${Math.round(made.bytes / 1e6)} MB, made in ${seconds} s`)
    execFileSync('tar', ['-xzf', made.file, '-C', target])
    folder = made.file.slice(0, -'.tar.gz'.length)
  }, 600_000)
  afterAll(async () => {
    await stack?.remove()
    rmSync(target, { recursive: true, force: true })
  }, 60_000)

  const present = () => readdirSync(folder, { recursive: true }).map(String).sort()
  const checkSums = () =>
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder, stdio: 'pipe' })

  test('is named by version and platform, and has a licence, what it is made of, and checksums', () => {
    expect(basename(made.file)).toMatch(/^counterfoil-\d+\.\d+\.\d+-(linux|darwin)-\w+\.tar\.gz$/)
    expect(readFileSync(`${made.file}.sha256`, 'utf8')).toBe(
      `${made.sum}  ${basename(made.file)}\n`,
    )
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toContain('Apache License')
    const { bomFormat } = JSON.parse(readFileSync(join(folder, 'docs/sbom.cdx.json'), 'utf8'))
    expect(bomFormat).toBe('CycloneDX')
    checkSums()
  })

  test('has nothing of tests, of the browser’s sources or of what builds them', () => {
    const files = present()
    expect(files.length).toBeGreaterThan(5000)
    expect(files.filter((path) => /\.test\.|\.tsx$/.test(path) && !/_modules/.test(path))).toEqual(
      [],
    )
    for (const name of ['vite', 'typescript', 'vitest', 'react', '@biomejs']) {
      expect(files).not.toContain(`node_modules/${name}`)
    }
    expect(files).toContain('node_modules/fastify')
  })

  test('starts without PATH, home and registry, signs people in, and writes nothing into its folder', {
    timeout: 300_000,
  }, async () => {
    const before = present()
    stack = await startStack({}, undefined, folder)
    const headers = await signInToDemo(stack.portalUrl)
    expect((await fetch(`${stack.portalUrl}/api/users`, { headers })).status).toBe(200)
    const page = await fetch(stack.portalUrl)
    expect(page.headers.get('content-type')).toContain('text/html')
    const script = /\/build\/[\w-]+\.js/.exec(await page.text())?.[0] ?? ''
    expect((await fetch(`${stack.portalUrl}${script}`)).status).toBe(200)
    expect(stack.said()).toMatch(/^Counterfoil \d+\.\d+\.\d+ is starting$/m)
    await stack.stop()
    expect(present()).toEqual(before)
    checkSums()
  })

  test('says what commands it has', () => {
    const run = () => execFileSync(join(folder, 'bin/counterfoil'), ['nonsense'], { stdio: 'pipe' })
    expect(run).toThrow('There are: start')
    const said = execFileSync(join(folder, 'bin/counterfoil'), ['version'], { encoding: 'utf8' })
    expect(basename(folder)).toContain(`counterfoil-${said.trim()}-`)
  })

  test('is the same, byte for byte, when it is made again', { timeout: 600_000 }, async () => {
    expect((await makePackage(`${target}/again`)).sum).toBe(made.sum)
  })
})
