import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'make-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a folder is made with those above it, and stays as it is the next time', () => {
  const folder = join(temporary(), 'a/b/c')
  makeFolder(folder, 0o700)
  makeFolder(folder, 0o755)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('below a file, and in place of one, there is none', () => {
  const file = join(temporary(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow('EEXIST')
  expect(() => makeFolder(join(file, 'a'))).toThrow('EEXIST')
})

test.skipIf(process.platform !== 'linux')('where nothing can be made, trying ends', () => {
  expect(() => makeFolder('/proc/none/a')).toThrow('ENOENT')
})
