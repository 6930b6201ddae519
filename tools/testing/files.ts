// The organisations of the file tests, a storage that a test can put another in place of, and what is done with files.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { schedules } from '@counterfoil/features/messaging/files/files.jobs.ts'
import { guardFilesOf } from '@counterfoil/features/messaging/files/files.public.ts'
import { routes } from '@counterfoil/features/messaging/files/files.routes.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openStorage, type Storage } from '@counterfoil/providers/storage/storage.ts'
import pino from 'pino'
import { afterAll, expect } from 'vitest'
import { multipartForm, sampleFiles } from './sample-files.ts'

type User = Awaited<ReturnType<typeof makeUser>>

export async function openFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-files-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const disk = openStorage({ dataDir: folder })
  let inPlace: Storage = disk
  const storage: Storage = {
    put: (...some) => inPlace.put(...some),
    putFile: (...some) => inPlace.putFile(...some),
    read: (...some) => inPlace.read(...some),
    remove: (...some) => inPlace.remove(...some),
    check: () => inPlace.check(),
  }
  const db = await testDatabase()
  const find = callerFinder(db.database)
  const { app, call } = await testServer(db, routes({ storage }), find)
  guardFilesOfMerchants()

  const platform = await makeTenant(db, { is_platform: true })
  const tenant = await makeTenant(db)
  const foreign = await makeTenant(db)
  const merchant = await makeMerchant(db, { tenant_id: tenant.id })
  const merchantUser = (of: { id: string }) =>
    makeUser(db, { tenant_id: tenant.id, user_type: 'merchant', merchant_id: of.id })

  const send = (
    user: User,
    name: string,
    bytes: Uint8Array,
    type?: string,
    path = '/api/fs/file',
  ) => call(user, `POST ${path}`, multipartForm([{ name, type, bytes }]))

  return {
    ...{ db, find, app, call, disk, platform, tenant, foreign, merchant, merchantUser, send },
    operator: await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' }),
    stranger: await makeUser(db, { tenant_id: foreign.id, user_type: 'tenant' }),
    staff: await makeUser(db, {
      tenant_id: platform.id,
      user_type: 'platform',
      permissions: ['Platform.Support.Lookup'],
    }),
    seller: await merchantUser(merchant),
    /** Until another is put in its place. */
    putInPlace(other: Storage) {
      inPlace = other
    },
    async upload(user: User, name = 'note.txt', path?: string): Promise<string> {
      const response = await send(user, name, sampleFiles.txt, 'text/plain', path)
      expect(response.statusCode).toBe(201)
      return response.json<{ fileId: string }>().fileId
    },
    reading: async (user: User, id: string, path = '/api/fs/file') =>
      (await call(user, `GET ${path}/${id}`)).statusCode,
    rowsStored: async () =>
      (await db.loader.selectFrom('file').select('id').execute()).map((row) => row.id),
    bytesStored: (under = folder) =>
      readdirSync(under, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    /** Runs the cleaning as so many hours from now. */
    async clean(hours: number): Promise<void> {
      const now = () => new Date(Date.now() + hours * hourMs)
      const signal = new AbortController().signal
      const log = pino({ level: 'silent' })
      const context = { database: db.database, jobs: db.jobs, log, now, signal }
      for (const one of schedules({ storage })) await one.run(context)
    },
  }
}

/** Whoever may see the merchant may see the files of its record. */
function guardFilesOfMerchants(): void {
  guardFilesOf(
    'merchant',
    async ({ db: reader, recordId }) => {
      const found = await reader
        .selectFrom('merchant')
        .select('id')
        .where('id', '=', recordId)
        .where((eb) =>
          reader.scope.kind === 'tenant' && reader.scope.merchantIds !== null
            ? eb('id', 'in', [...reader.scope.merchantIds])
            : eb.lit(true),
        )
        .executeTakeFirst()
      return found !== undefined
    },
    [],
  )
}
