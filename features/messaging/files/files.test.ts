import { gzipSync } from 'node:zlib'
import { fileTypes, maxFileBytes } from '@counterfoil/kit/contract/uploads.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { mountSmallDisk } from '@counterfoil/kit/testing/small-disk.ts'
import { openStorage, type Storage } from '@counterfoil/providers/storage/storage.ts'
import { openFiles } from '@counterfoil/tools/testing/files.ts'
import { multipartForm, sampleFiles } from '@counterfoil/tools/testing/sample-files.ts'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { claimFiles } from './files.public.ts'

const {
  db,
  find,
  app,
  call,
  disk,
  platform,
  tenant,
  foreign,
  merchant,
  send,
  operator,
  stranger,
  staff,
  seller,
  putInPlace,
  upload,
  reading,
  rowsStored,
  bytesStored,
  clean,
} = await openFiles()

beforeEach(() => {
  putInPlace(disk)
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

  test.each<[string, (form: Buffer) => string | Buffer, object, number, string]>([
    ['cut off', (form) => form.subarray(0, form.length - 20), {}, 400, 'request.malformed_form'],
    [
      'with a part without a head',
      () => '--b\r\nnonsense',
      { boundary: 'b' },
      400,
      'request.malformed_form',
    ],
    [
      'without a boundary',
      (form) => form,
      { type: 'multipart/form-data' },
      400,
      'request.malformed_form',
    ],
    [
      'compressed',
      (form) => gzipSync(form),
      { 'content-encoding': 'gzip' },
      415,
      'request.compressed_form',
    ],
  ])('of a form %s is refused at once', async (_, damage, other, status, code) => {
    const form = multipartForm([{ name: 'note.txt', bytes: sampleFiles.txt }])
    const { boundary, type, ...headers } = other as Record<string, string>
    const said = boundary === undefined ? type : `multipart/form-data; boundary=${boundary}`
    const answer = await call(operator, 'POST /api/fs/file', {
      headers: { ...form.headers, ...headers, ...(said && { 'content-type': said }) },
      payload: damage(Buffer.from(form.payload)),
    })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
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
    putInPlace(openStorage({ dataDir: small.folder }))
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
    putInPlace(failing(Object.assign(new Error('no space'), { code: 'ENOSPC' })))
    expect((await send(operator, 'a.txt', sampleFiles.txt)).json()).toMatchObject({
      status: 507,
      code: 'storage.full',
    })
    putInPlace(failing(new Error('connect ECONNREFUSED')))
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

test('that a file is there, or goes, and who did it are one transaction', async () => {
  const inOne = async (id: string, action: string) => {
    const { rows } = await db.owner.query(
      `select count(*)::int from audit_entry a join file f on f.tenant_id = a.tenant_id and f.xmin = a.xmin and f.id::text = a.record_id
       where f.id = $1 and a.action = $2`,
      [id, action],
    )
    return rows[0].count
  }
  const id = await upload(seller)
  expect(await inOne(id, 'files.upload')).toBe(1)
  // the row stays as it was marked until the bytes are gone
  putInPlace({ ...disk, remove: () => Promise.reject(new Error('silent')) })
  await call(seller, `DELETE /api/fs/file/${id}`)
  expect(await inOne(id, 'files.delete')).toBe(1)
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
    putInPlace({ ...disk, remove: () => Promise.reject(new Error('silent')) })
    expect((await call(seller, `DELETE /api/fs/file/${id}`)).statusCode).toBe(200)
    expect(await reading(seller, id)).toBe(404)
    putInPlace(disk)
    await clean(2)
    expect([await rowsStored(), bytesStored()].flat()).not.toContain(id)
  })

  test('one that the storage does not remove stops none behind it', async () => {
    const stuck = await upload(seller)
    const behind = await upload(seller)
    putInPlace({ ...disk, remove: () => Promise.reject(new Error('silent')) })
    for (const id of [stuck, behind]) await call(seller, `DELETE /api/fs/file/${id}`)
    const remove = (key: string) =>
      key.endsWith(stuck) ? Promise.reject(new Error('silent')) : disk.remove(key)
    putInPlace({ ...disk, remove })
    await expect(clean(2)).rejects.toThrow('abandoned files were not removed: 1 of')
    expect(await rowsStored()).toContain(stuck)
    expect([await rowsStored(), bytesStored()].flat()).not.toContain(behind)
  })
})

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
    [30_000_000, 'request.form_too_large'],
  ] as const) {
    const response = await post(bytes)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      413,
      code,
    ])
  }
  expect((await post(5_242_880)).status).toBe(201)
})
