import { expect, test } from 'vitest'
import { listFiles } from './contents.ts'

test('the archive has every file that one of its files imports, and no test', () => {
  const files = listFiles(new URL('../..', import.meta.url).pathname.replace(/\/$/, ''))
  expect(files).toContain('tools/start.ts')
  expect(files.filter((path) => /\.test\.tsx?$/.test(path))).toEqual([])
})
