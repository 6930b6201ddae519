// Who reads a file: its uploader, then the readers of the record that has it, then nobody.
import { maxTotalBytes } from '@counterfoil/kit/contract/uploads.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { sampleCode } from '@counterfoil/kit/testing/test-server.ts'
import { openFiles } from '@counterfoil/tools/testing/files.ts'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { claimFiles, claimGeneratedFiles, guardFilesOf, releaseFiles } from './files.public.ts'

const {
  db,
  find,
  call,
  tenant,
  merchant,
  merchantUser,
  send,
  operator,
  stranger,
  staff,
  seller,
  upload,
  reading,
  rowsStored,
  bytesStored,
  clean,
} = await openFiles()
const rival = await makeMerchant(db, { tenant_id: tenant.id })
const limited = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'tenant',
  limited_to: [merchant.id],
})
const colleague = await merchantUser(merchant)
const other = await merchantUser(rival)
type User = typeof operator

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

  test("its uploader's alone, until a record claims it", async () => {
    expect(await readers(await upload(seller))).toEqual(['seller'])
    expect(await readers(await upload(operator))).toEqual(['operator'])
    expect(await readers(await upload(limited))).toEqual(['limited'])
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

  test('nobody’s, once the record let it go, and then it is removed', async () => {
    const id = await upload(operator)
    await claim(operator, [id], 'merchant', merchant)
    await db.database.transaction(tenantScope(tenant.id), (tx) =>
      releaseFiles(tx, 'merchant', merchant.id),
    )
    expect(await readers(id)).toEqual([])
    await clean(0)
    expect([await rowsStored(), bytesStored()].flat()).not.toContain(id)
  })

  test('the record’s again, where it is claimed as soon as it was let go', async () => {
    const id = await upload(operator)
    await claim(operator, [id], 'merchant', rival)
    await db.database.transaction(tenantScope(tenant.id), (tx) =>
      releaseFiles(tx, 'merchant', rival.id),
    )
    await claim(operator, [id], 'merchant', rival)
    expect(await readers(id)).toEqual(['operator', 'staff', 'other'])
  })

  test('and it cannot be claimed by others, twice, or with what is not there', async () => {
    const id = await upload(operator)
    await expect(claim(seller, [id], 'merchant', merchant)).rejects.toThrow('was not found')
    await expect(claim(limited, [id], 'merchant', merchant)).rejects.toThrow('was not found')
    await expect(claim(operator, [id, v7()], 'merchant', merchant)).rejects.toThrow('was not found')
    await claim(operator, [id], 'merchant', merchant)
    await expect(claim(operator, [id], 'merchant', rival)).rejects.toThrow('was not found')
  })

  test('the files that are added at once have at most 20971520 bytes together, those of a record may be more [upload.total]', async () => {
    expect(maxTotalBytes).toBe(20_971_520)
    const record = await makeMerchant(db, { tenant_id: tenant.id })
    const most = new Uint8Array(5_242_880).fill(0x61)
    const ids: string[] = []
    for (const name of ['1.txt', '2.txt', '3.txt', '4.txt']) {
      ids.push((await send(operator, name, most)).json<{ fileId: string }>().fileId)
    }
    const one = (await send(operator, '5.txt', Buffer.from('a'))).json<{ fileId: string }>().fileId
    await expect(claim(operator, [...ids, one], 'merchant', record)).rejects.toMatchObject({
      code: 'file.total_too_large',
      status: 413,
    })
    await claim(operator, ids, 'merchant', record)
    await claim(operator, [one], 'merchant', record)
    expect(await readers(one)).toContain('operator')
  })
})

test('files of what a role guards with codes are guarded as well, and nobody’s without its permission', async () => {
  const permission = 'CRM.Lead.View'
  guardFilesOf('guarded', async () => true, [permission])
  const person = (permissions: string[]) =>
    makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions })
  const [careful, without] = [await person([permission]), await person([])]
  await db.owner.query('update role set sca_required_permissions = $2 where id = $1', [
    ...[careful.role_id, [permission]],
  ])
  const name = 'guarded.txt'
  const id = await upload(careful, name)
  expect(await reading(careful, id)).toBe(200)
  await db.database.transaction(tenantScope(tenant.id), (tx) =>
    claimGeneratedFiles(tx, {
      fileIds: [id],
      recordType: 'guarded',
      recordId: id,
      merchantId: null,
    }),
  )
  const paths = [
    `/api/fs/file/${id}`,
    `/api/fs/file/${id}/details`,
    `/api/crm/files?fileName=${name}`,
  ]
  for (const path of paths) {
    expect((await call(careful, `GET ${path}`)).json().code).toBe('sca.required')
    const headers = { scacode: sampleCode }
    expect((await call(careful, `GET ${path}`, { headers })).statusCode).toBe(200)
    expect((await call(without, `GET ${path}`)).statusCode).toBe(404)
  }
})
