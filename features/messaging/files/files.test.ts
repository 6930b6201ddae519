import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callerFinder } from '@counterfoil/features/access/context/callers.public.ts'
import { fileTypes, maxFileBytes, maxTotalBytes } from '@counterfoil/kit/contract/uploads.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { mountSmallDisk } from '@counterfoil/kit/testing/small-disk.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openStorage, type Storage } from '@counterfoil/providers/storage/storage.ts'
import { multipartForm, sampleFiles } from '@counterfoil/tools/testing/sample-files.ts'
import pino from 'pino'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { schedules } from './files.jobs.ts'
import { claimFiles, guardFilesOf } from './files.public.ts'
import { routes } from './files.routes.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const disk = openStorage({ dataDir: folder })
/** The disk, or what a test puts in its place. */
let storage: Storage = disk
const passing: Storage = {
  put: (...some) => storage.put(...some),
  read: (...some) => storage.read(...some),
  remove: (...some) => storage.remove(...some),
}

const db = await testDatabase()
const find = callerFinder(db.database)
const { app, call } = await testServer(db, routes({ storage: passing }), find)

const platform = await makeTenant(db, { is_platform: true })
const tenant = await makeTenant(db)
const foreign = await makeTenant(db)
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const rival = await makeMerchant(db, { tenant_id: tenant.id })

const operator = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' })
const limited = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'tenant',
  limited_to: [merchant.id],
})
const stranger = await makeUser(db, { tenant_id: foreign.id, user_type: 'tenant' })
const staff = await makeUser(db, {
  tenant_id: platform.id,
  user_type: 'platform',
  permissions: ['Platform.Support.Lookup'],
})
const merchantUser = (of: { id: string }) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'merchant', merchant_id: of.id })
const seller = await merchantUser(merchant)
const colleague = await merchantUser(merchant)
const other = await merchantUser(rival)

type User = typeof operator

/** Whoever may see the merchant may see the files of its record. */
guardFilesOf('merchant', async ({ db: reader, recordId }) => {
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
})

const send = (user: User, name: string, bytes: Uint8Array, type?: string, path = '/api/fs/file') =>
  call(user, `POST ${path}`, multipartForm([{ name, type, bytes }]))

async function upload(user: User, name = 'note.txt', path?: string): Promise<string> {
  const response = await send(user, name, sampleFiles.txt, 'text/plain', path)
  expect(response.statusCode).toBe(201)
  return response.json<{ fileId: string }>().fileId
}

const reading = async (user: User, id: string, path = '/api/fs/file') =>
  (await call(user, `GET ${path}/${id}`)).statusCode

const rowsStored = async () =>
  (await db.loader.selectFrom('file').select('id').execute()).map((row) => row.id)
const bytesStored = (under = folder) =>
  readdirSync(under, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

beforeEach(() => {
  storage = disk
})

describe('an upload', () => {
  test.each(Object.entries(sampleFiles))(
    '%s is taken and given back byte for byte, under either declared type [upload.types]',
    async (extension, bytes) => {
      const { contentType } = fileTypes[extension as keyof typeof fileTypes]
      for (const declared of [contentType, 'application/octet-stream']) {
        const response = await send(operator, `Sample.${extension.toUpperCase()}`, bytes, declared)
        expect(response.statusCode).toBe(201)
        const { fileId } = response.json<{ fileId: string }>()
        const read = await call(operator, `GET /api/fs/file/${fileId}`)
        expect(read.headers['content-type']).toMatch(contentType)
        expect(Buffer.compare(read.rawPayload, bytes)).toBe(0)
      }
    },
  )

  test.each([
    ['program.exe', sampleFiles.txt, undefined],
    ['page.html', sampleFiles.txt, 'text/html'],
    ['picture.svg', sampleFiles.xml, 'image/svg+xml'],
    ['no-extension', sampleFiles.txt, undefined],
    ['.txt.', sampleFiles.txt, undefined],
    ['report.constructor', sampleFiles.txt, undefined],
    // lying: the name, the declared type and the content must agree
    ['image.png', sampleFiles.jpeg, 'image/png'],
    ['image.png', sampleFiles.png, 'image/gif'],
    ['image.png', sampleFiles.png, 'text/html'],
    ['letter.docx', sampleFiles.xlsx, undefined],
    ['letter.doc', sampleFiles.xls, undefined],
    ['letter.odt', sampleFiles.ods, undefined],
    ['letter.pdf', sampleFiles.txt, undefined],
    ['note.txt', sampleFiles.png, undefined],
    ['note.txt', sampleFiles.pdf, undefined],
    ['list.csv', sampleFiles.gif, 'text/csv'],
    ['list.csv', sampleFiles.xml, undefined],
    ['list.csv', Uint8Array.of(0x61, 0x3b, 0xff, 0xfe), undefined],
    ['list.csv', Uint8Array.of(0x61, 0x00, 0x62), undefined],
    ['data.xml', sampleFiles.csv, undefined],
    ['data.xml', new Uint8Array(0), undefined],
    ['empty.pdf', new Uint8Array(0), undefined],
  ])(
    '%s with other content or type is refused, and nothing is stored [upload.msg.type]',
    async (name, bytes, type) => {
      const before = [await rowsStored(), bytesStored()]
      const response = await send(operator, name, bytes, type)
      expect(response.statusCode).toBe(415)
      expect(response.json()).toMatchObject({
        code: 'file.type_not_allowed',
        errors: [{ message: `File type not allowed ${name}` }],
      })
      expect([await rowsStored(), bytesStored()]).toEqual(before)
    },
  )

  test('text that happens to begin like a picture is text', async () => {
    const list = Buffer.from('BMW;1\nMZ;2\n')
    expect((await send(operator, 'prices.csv', list, 'text/csv')).statusCode).toBe(201)
    const excel = 'application/vnd.ms-excel'
    expect((await send(operator, 'prices.csv', list, excel)).statusCode).toBe(201)
  })

  test('5242880 bytes are taken, 5242881 are refused and nothing is stored [upload.max-file] [upload.msg.size]', async () => {
    expect(maxFileBytes).toBe(5_242_880)
    const most = new Uint8Array(5_242_880).fill(0x61)
    expect((await send(operator, 'most.txt', most)).json()).toMatchObject({ size: 5_242_880 })
    const before = [await rowsStored(), bytesStored()]
    const response = await send(operator, 'büyük "dosya".txt', new Uint8Array(5_242_881).fill(0x61))
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({
      code: 'file.too_large',
      errors: [{ message: 'File büyük "dosya".txt size bigger then allowed' }],
    })
    expect([await rowsStored(), bytesStored()]).toEqual(before)
  })

  test('comes in a form field named file [upload.form-field]', async () => {
    const part = { name: 'note.txt', bytes: sampleFiles.txt }
    const refused = [
      multipartForm([{ ...part, field: 'document' }]),
      multipartForm([part, part]),
      multipartForm([]),
      { payload: {} },
      { payload: 'text', headers: { 'content-type': 'text/plain' } },
    ]
    const before = await rowsStored()
    for (const request of refused) {
      const { statusCode } = await call(operator, 'POST /api/fs/file', request)
      expect([400, 415]).toContain(statusCode)
    }
    expect(await rowsStored()).toEqual(before)
    expect((await call(operator, 'POST /api/fs/file', multipartForm([part]))).statusCode).toBe(201)
  })

  test('is refused unread from nobody', async () => {
    const form = multipartForm([{ name: 'note.txt', bytes: sampleFiles.txt }])
    expect((await call(undefined, 'POST /api/fs/file', form)).statusCode).toBe(401)
  })

  test('on a disk that is really full is told, leaves nothing behind, and goes through with space again', async ({
    skip,
  }) => {
    const small = mountSmallDisk(2) ?? skip('mounting is not permitted here')
    onTestFinished(() => small.remove())
    storage = openStorage({ dataDir: small.folder })
    const before = await rowsStored()
    const large = new Uint8Array(1_500_000).fill(0x61)
    small.fill()
    for (const bytes of [large, sampleFiles.txt]) {
      expect((await send(operator, 'a.txt', bytes)).json()).toMatchObject({
        status: 507,
        code: 'storage.full',
        detail: 'The storage has no space left. Nothing was stored.',
      })
    }
    small.free()
    expect(bytesStored(small.folder)).toEqual([])
    expect(await rowsStored()).toEqual(before)
    // fits in part alone: what was begun is taken back
    expect((await send(operator, 'a.txt', large)).statusCode).toBe(201)
    expect((await send(operator, 'b.txt', large)).statusCode).toBe(507)
    expect(bytesStored(small.folder)).toHaveLength(1)
  })

  test('a full disk and a silent storage are told, and leave nothing behind', async () => {
    const before = [await rowsStored(), bytesStored()]
    const failing = (cause: Error): Storage => ({ ...disk, put: () => Promise.reject(cause) })
    storage = failing(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
    expect((await send(operator, 'a.txt', sampleFiles.txt)).json()).toMatchObject({
      status: 507,
      code: 'storage.full',
    })
    storage = failing(new Error('connect ECONNREFUSED'))
    expect((await send(operator, 'a.txt', sampleFiles.txt)).json()).toMatchObject({
      status: 503,
      code: 'storage.unavailable',
    })
    expect([await rowsStored(), bytesStored()]).toEqual(before)
  })
})

describe('a download', () => {
  test.each([
    ['plain.txt', 'attachment; filename=plain.txt'],
    ['../../etc/a.txt', 'attachment; filename=a.txt'],
    ['C:\\temp\\b.txt', 'attachment; filename=b.txt'],
    ['rap\u202Eor.txt', 'attachment; filename=rapor.txt'],
    ['İşlem özeti.txt', "filename*=UTF-8''%C4%B0%C5%9Flem%20%C3%B6zeti.txt"],
  ])('of %j is an attachment by its name, never sniffed', async (name, disposition) => {
    const id = await upload(operator, name)
    const { headers } = await call(operator, `GET /api/fs/file/${id}`)
    expect(headers['content-disposition']).toContain(disposition)
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  test('details say what can be previewed: jpeg, png and tiff alone [upload.previewable]', async () => {
    const previewable: string[] = []
    for (const [extension, bytes] of Object.entries(sampleFiles)) {
      const { fileId } = (await send(operator, `a.${extension}`, bytes)).json<{ fileId: string }>()
      const details = await call(operator, `GET /api/fs/file/${fileId}/details`)
      expect(details.json()).toMatchObject({ fileId, name: `a.${extension}`, size: bytes.length })
      if (details.json().isPreviewable) previewable.push(extension)
    }
    expect(previewable).toEqual(['jpeg', 'png', 'tiff'])
  })
})

describe('whose a file is', () => {
  const everybody = { operator, limited, stranger, staff, seller, colleague, other }

  /** Who reads its content, its details, and may delete it. */
  async function readers(id: string) {
    const may: string[] = []
    for (const [name, user] of Object.entries(everybody)) {
      const content = await reading(user, id)
      const details = (await call(user, `GET /api/fs/file/${id}/details`)).statusCode
      expect(details).toBe(content)
      if (content === 200) may.push(name)
      else {
        expect(content).toBe(404)
        expect((await call(user, `DELETE /api/fs/file/${id}`)).statusCode).toBe(404)
      }
    }
    return may
  }

  test("its uploader's organisation's, until a record claims it", async () => {
    expect(await readers(await upload(seller))).toEqual(['seller', 'colleague'])
    expect(await readers(await upload(operator))).toEqual(['operator', 'limited'])
    expect(await readers(await upload(limited))).toEqual(['operator', 'limited'])
    expect(await readers(await upload(stranger))).toEqual(['stranger'])
    expect(await readers(await upload(staff))).toEqual(['staff'])
  })

  const claim = async (user: User, fileIds: string[], recordType: string, of: typeof merchant) => {
    const caller = await find({ issuer: '', subject: user.id, email: undefined })
    await db.database.transaction(
      tenantScope(tenant.id, caller.merchantId ? caller.merchantIds : null),
      (tx) => claimFiles(tx, caller, { fileIds, recordType, recordId: of.id, merchantId: of.id }),
    )
  }

  test("then the record's readers'", async () => {
    const id = await upload(operator)
    await claim(operator, [id], 'merchant', merchant)
    expect(await readers(id)).toEqual(['operator', 'limited', 'staff', 'seller', 'colleague'])
    const rivals = await upload(other)
    await claim(other, [rivals], 'merchant', rival)
    expect(await readers(rivals)).toEqual(['operator', 'staff', 'other'])
  })

  test('nobody’s, where no feature says who sees the record', async () => {
    const id = await upload(seller)
    await claim(seller, [id], 'unknown', merchant)
    expect(await readers(id)).toEqual([])
  })

  test('and it cannot be claimed by others, twice, or with what is not there', async () => {
    const id = await upload(operator)
    await expect(claim(seller, [id], 'merchant', merchant)).rejects.toThrow('was not found')
    await expect(claim(operator, [id, v7()], 'merchant', merchant)).rejects.toThrow('was not found')
    await claim(operator, [id], 'merchant', merchant)
    await expect(claim(operator, [id], 'merchant', rival)).rejects.toThrow('was not found')
  })

  test('the files of one record have at most 20971520 bytes together [upload.total]', async () => {
    expect(maxTotalBytes).toBe(20_971_520)
    const record = await makeMerchant(db, { tenant_id: tenant.id })
    const most = new Uint8Array(5_242_880).fill(0x61)
    const ids: string[] = []
    for (const name of ['1.txt', '2.txt', '3.txt', '4.txt']) {
      ids.push((await send(operator, name, most)).json<{ fileId: string }>().fileId)
    }
    await claim(operator, ids.slice(0, 3), 'merchant', record)
    await claim(operator, ids.slice(3), 'merchant', record)
    const one = (await send(operator, '5.txt', Buffer.from('a'))).json<{ fileId: string }>().fileId
    await expect(claim(operator, [one], 'merchant', record)).rejects.toMatchObject({
      code: 'file.total_too_large',
      status: 413,
    })
  })
})

describe('under a tenant', () => {
  test('platform staff upload, read and delete; nobody else does', async () => {
    const path = `/api/fs/${tenant.id}/file`
    const id = await upload(staff, 'note.txt', path)
    expect(await reading(staff, id, path)).toBe(200)
    expect((await call(staff, `GET ${path}/${id}/details`)).statusCode).toBe(200)
    expect(await reading(staff, id, `/api/fs/${foreign.id}/file`)).toBe(404)
    for (const user of [operator, seller]) expect(await reading(user, id)).toBe(404)
    for (const user of [operator, seller, stranger]) {
      expect((await send(user, 'a.txt', sampleFiles.txt, undefined, path)).statusCode).toBe(403)
      expect(await reading(user, id, path)).toBe(403)
      expect((await call(user, `DELETE ${path}/${id}`)).statusCode).toBe(403)
    }
    expect(
      (await send(staff, 'a.txt', sampleFiles.txt, undefined, `/api/fs/${v7()}/file`)).statusCode,
    ).toBe(404)
    const row = await db.loader
      .selectFrom('file')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({ tenant_id: tenant.id, uploader_tenant_id: platform.id })
    expect((await call(staff, `DELETE ${path}/${id}`)).statusCode).toBe(200)
    expect(await reading(staff, id, path)).toBe(404)
  })

  test('an operator who was given the permission still stays in its own tenant', async () => {
    const odd = await makeUser(db, {
      tenant_id: tenant.id,
      user_type: 'tenant',
      permissions: ['Platform.Support.Lookup'],
    })
    const path = `/api/fs/${foreign.id}/file`
    expect((await send(odd, 'a.txt', sampleFiles.txt, undefined, path)).statusCode).toBe(404)
    expect(await reading(odd, await upload(stranger), path)).toBe(404)
  })
})

describe('deleting', () => {
  test('takes row and bytes away; a second time is 404', async () => {
    const id = await upload(seller)
    expect(bytesStored()).toContain(id)
    expect((await call(seller, `DELETE /api/fs/file/${id}`)).statusCode).toBe(200)
    expect([await rowsStored(), bytesStored()].flat()).not.toContain(id)
    expect((await call(seller, `DELETE /api/fs/file/${id}`)).statusCode).toBe(404)
  })

  test('is refused where a record holds the file', async () => {
    const id = await upload(operator)
    const caller = await find({ issuer: '', subject: operator.id, email: undefined })
    await db.database.transaction(tenantScope(tenant.id), (tx) =>
      claimFiles(tx, caller, {
        fileIds: [id],
        recordType: 'merchant',
        recordId: merchant.id,
        merchantId: merchant.id,
      }),
    )
    const refused = await call(seller, `DELETE /api/fs/file/${id}`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'file.in_use'])
    expect(await reading(seller, id)).toBe(200)
    expect(bytesStored()).toContain(id)
  })

  test('succeeds when the storage is silent, and is finished later', async () => {
    const id = await upload(seller)
    storage = { ...disk, remove: () => Promise.reject(new Error('silent')) }
    expect((await call(seller, `DELETE /api/fs/file/${id}`)).statusCode).toBe(200)
    expect(await reading(seller, id)).toBe(404)
    storage = disk
    await clean(2)
    expect([await rowsStored(), bytesStored()].flat()).not.toContain(id)
  })
})

/** Runs the cleaning as so many hours from now. */
async function clean(hours: number) {
  const now = () => new Date(Date.now() + hours * 3_600_000)
  const signal = new AbortController().signal
  const log = pino({ level: 'silent' })
  const context = { database: db.database, jobs: db.jobs, log, now, signal }
  for (const one of schedules({ storage: passing })) await one.run(context)
}

describe('what is left behind', () => {
  test('by a crash between announcing and storing goes after an hour, what is whole stays', async () => {
    const whole = await upload(seller)
    const broken = v7()
    await db.loader
      .insertInto('file')
      .values({
        tenant_id: tenant.id,
        id: broken,
        uploader_id: operator.id,
        uploader_tenant_id: tenant.id,
        name: 'broken.txt',
        content_type: 'text/plain',
        size_bytes: 1,
        sha256: '',
        state: 'storing',
        created_at: new Date(),
      })
      .execute()
    await disk.put(`${tenant.id}/${broken}`, sampleFiles.txt, 'text/plain')
    expect(await reading(operator, broken)).toBe(404)
    await clean(0.9)
    expect(bytesStored()).toContain(broken)
    await clean(1.1)
    expect([await rowsStored(), bytesStored()].flat()).not.toContain(broken)
    expect(await rowsStored()).toContain(whole)
  })

  test('by forms that were never sent goes after a week, what a record holds stays', async () => {
    const [free, held] = [await upload(operator), await upload(operator)]
    const caller = await find({ issuer: '', subject: operator.id, email: undefined })
    await db.database.transaction(tenantScope(tenant.id), (tx) =>
      claimFiles(tx, caller, {
        fileIds: [held],
        recordType: 'merchant',
        recordId: merchant.id,
        merchantId: merchant.id,
      }),
    )
    await clean(7 * 24 - 1)
    expect(await rowsStored()).toContain(free)
    await clean(7 * 24 + 1)
    expect([await rowsStored(), bytesStored()].flat()).not.toContain(free)
    expect(await reading(operator, held)).toBe(200)
  })
})

test('content that was lost is a failure of the storage, not an empty file', async () => {
  const id = await upload(operator)
  await disk.remove(`${tenant.id}/${id}`)
  expect((await call(operator, `GET /api/fs/file/${id}`)).statusCode).toBe(503)
})

test('a client that sends too much over a real connection hears why', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const post = (bytes: number) => {
    const body = new FormData()
    body.append('file', new File([new Uint8Array(bytes).fill(0x61)], 'much.txt'))
    const headers = { authorization: `Bearer ${operator.id}` }
    return fetch(`${address}/api/fs/file`, { method: 'POST', headers, body })
  }
  for (const [bytes, code] of [
    [6_000_000, 'file.too_large'],
    [20_000_000, 'file.too_large'],
    [30_000_000, 'request.too_large'],
  ] as const) {
    const response = await post(bytes)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      413,
      code,
    ])
  }
  expect((await post(5_242_880)).status).toBe(201)
})
