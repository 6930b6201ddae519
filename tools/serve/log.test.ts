import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { mountSmallDisk } from '@counterfoil/kit/testing/small-disk.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from './log.ts'

// an 'error' event that is not handled would fail this file
test('a full disk loses lines of the log and nothing else, and the log goes on when there is room', async ({
  skip,
}) => {
  const disk = mountSmallDisk(2) ?? skip('mounting is not permitted here')
  onTestFinished(() => disk.remove())
  const { log, file = '' } = openLog(readSettings({ DATA_DIR: join(disk.folder, 'data') }))
  const written = () => readFileSync(file, 'utf8')
  log.info('before')
  await expect.poll(written).toContain('before')
  disk.fill()
  for (let n = 0; n < 3000; n += 1) log.info({ filler: 'x'.repeat(500) }, 'while it is full')
  await sleep(200)
  disk.free()
  await expect
    .poll(() => {
      log.info('after')
      return written()
    })
    .toContain('after')
})
