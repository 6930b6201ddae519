import { randomUUID } from 'node:crypto'
import { merchants } from '@counterfoil/features/crm/merchants/merchants.resource.ts'
import type { DocumentEntry } from '@counterfoil/features/onboarding/documents/documents.contract.ts'
import { notifyExpiring } from '@counterfoil/features/onboarding/documents/documents.jobs.ts'
import { listMissingOf } from '@counterfoil/features/onboarding/documents/documents.public.ts'
import { documentTypes } from '@counterfoil/features/settings/lists/document-types.resource.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { multipartForm, sampleFiles } from '@counterfoil/tools/testing/sample-files.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { jobContextOf } from './testing/job-context.ts'
import { openSettingsFixture } from './testing/settings-fixture.ts'
import type { Actor } from './testing/test-api.ts'

// What merchants hand in while they are boarded, and what it keeps them from.
const { testApi, make, change, turn, call, operator } = await openSettingsFixture()
const { owner } = testApi.test
const harbour = merchantIdOf('harbour')
const own = '/api/boarding/documents'
const theirs = `/api/crm/organizations/${harbour}/documents`
const merchant = await testApi.actor('merchant')

async function upload(actor: Actor = merchant): Promise<string> {
  const form = multipartForm([{ name: 'scan.pdf', bytes: sampleFiles.pdf }])
  const answer = await testApi.app.inject({
    ...{ method: 'POST', url: '/api/fs/file', payload: form.payload },
    headers: { ...form.headers, authorization: `Bearer ${actor.token}` },
  })
  return answer.json().fileId
}

const makeType = (name: string, isRequired = false) =>
  make(documentTypes, { name, purpose: 'company', isRequired })
const handIn = async (type: ResourceRow, fileIds?: string[]): Promise<DocumentEntry> =>
  call(merchant, 'POST', own, {
    documentTypeId: type.id,
    fileIds: fileIds ?? [await upload()],
  })
const entryOf = async (type: ResourceRow): Promise<DocumentEntry | undefined> =>
  (await call(merchant, 'GET', own)).find((one: DocumentEntry) => one.documentTypeId === type.id)
const decide = (entry: DocumentEntry, how: 'accept' | 'reject', body: object = {}) =>
  call(operator, 'POST', `${theirs}/${entry.document?.id}/${how}`, {
    version: entry.document?.version,
    ...body,
  })
/** As the merchant's own page stores it. */
async function setMerchant(some: object): Promise<void> {
  await change(merchants, await call(operator, 'GET', `/api${merchants.path}/${harbour}`), some)
}
const sentNotices = async () => {
  const { rows } = await owner.query(
    `select data->'to'->>'permission' as permission, data->'title'->>'en' as title
     from pgboss.job where name = 'notifications.fan-out' and data->>'type' = 'BoardingDocuments'
     order by created_on, id`,
  )
  return rows.map(({ permission, title }) => `${permission}: ${title}`)
}

test('a document that is required keeps a merchant in boarding, and stops none that takes live payments [setting document-types]', async () => {
  const type = await makeType('Articles of association', true)
  await setMerchant({ notes: 'It takes live payments already' })
  await setMerchant({ merchantStatus: 'In boarding', processingStatus: 'SandboxEnabled' })
  const refused = /accepted: Articles of association.*merchant.documents_missing/
  await expect(turn(merchants, harbour, true)).resolves.toBeDefined()
  await expect(setMerchant({ processingStatus: 'FullProcessing' })).rejects.toThrow(refused)
  // only active ones take payments: the others stop and pause unasked, and no way around them leads there
  await setMerchant({ merchantStatus: 'In boarding', processingStatus: 'FullProcessing' })
  for (const merchantStatus of ['Suspended', 'On hold', 'Closed']) {
    await setMerchant({ merchantStatus })
    await expect(setMerchant({ merchantStatus: 'Active' })).rejects.toThrow(refused)
    await expect(turn(merchants, harbour, true)).rejects.toThrow(refused)
  }
  // whether it is required is asked each time
  const optional = await change(documentTypes, type, { isRequired: false })
  expect((await entryOf(type))?.isRequired).toBe(false)
  await setMerchant({ merchantStatus: 'Active' })
  await change(documentTypes, optional, { isRequired: true })
  await setMerchant({ notes: 'It takes live payments again' })
  await setMerchant({ merchantStatus: 'In boarding' })
  await turn(merchants, harbour, false)
  await expect(turn(merchants, harbour, true)).rejects.toThrow(refused)
  const waiting = await handIn(type)
  await expect(turn(merchants, harbour, true)).rejects.toThrow(refused)
  await decide(waiting, 'accept')
  await turn(merchants, harbour, true)
  const made = { ...(await call(operator, 'GET', `/api${merchants.path}/${harbour}`)) }
  const values = Object.fromEntries(Object.keys(merchants.fields).map((name) => [name, made[name]]))
  const live = { ...values, legalBusinessName: 'Fern Ltd' }
  await expect(make(merchants, live)).rejects.toThrow(refused)
  await make(merchants, { ...live, processingStatus: 'SandboxEnabled' })
})

test('a document is asked for, handed in, rejected, handed in again and accepted until a day', async () => {
  const type = await makeType('Bank statement')
  expect(await entryOf(type)).toMatchObject({ standing: 'missing', document: null })
  const before = (await sentNotices()).length
  const input = { documentTypeId: type.id, remark: 'Of the last three months' }
  await call(operator, 'POST', theirs, input)
  expect(await entryOf(type)).toMatchObject({
    standing: 'asked',
    document: { remark: input.remark },
  })
  const first = await handIn(type)
  const second = await handIn(type)
  expect(second).toMatchObject({ standing: 'waiting', document: { id: first.document?.id } })
  expect(second.document?.files).toHaveLength(1)
  // what the operator looked at was replaced meanwhile
  await expect(decide(first, 'accept')).rejects.toThrow(/document.stale/)
  await expect(decide(second, 'reject', { rejectReason: '  ' })).rejects.toThrow(/rejectReason/)
  await decide(second, 'reject', { rejectReason: 'The name cannot be read' })
  await expect(decide(second, 'accept')).rejects.toThrow(/document.stale/)
  expect(await entryOf(type)).toMatchObject({
    standing: 'rejected',
    document: { rejectReason: 'The name cannot be read', remark: input.remark },
  })
  const third = await handIn(type)
  expect(third.earlier).toHaveLength(1)
  const today = new Date().toISOString().slice(0, 10)
  await expect(decide(third, 'accept', { expiresOn: today })).rejects.toThrow(/expiry_past/)
  await decide(third, 'accept', { expiresOn: '2090-12-31' })
  expect(await entryOf(type)).toMatchObject({ standing: 'accepted', isAccepted: true })
  expect((await sentNotices()).slice(before)).toEqual([
    'viewMerchantPortalDocuments: A document is requested',
    'CRM.Organization.Edit: A document was submitted',
    'CRM.Organization.Edit: A document was submitted',
    'viewMerchantPortalDocuments: A document was rejected',
    'CRM.Organization.Edit: A document was submitted',
    'viewMerchantPortalDocuments: A document was accepted',
  ])
  const missing = async (at: string) =>
    listMissingOf(
      testApi.test.database.reader(tenantScope(operator.tenantId)),
      harbour,
      [type.id],
      new Date(at),
    )
  expect(await missing('2090-12-31T23:59:00Z')).toEqual([])
  expect(await missing('2091-01-01T00:00:00Z')).toMatchObject([{ name: 'Bank statement' }])
  // a newer one that waits takes nothing away
  expect(await handIn(type)).toMatchObject({ standing: 'waiting', isAccepted: true })
})

test('what a colleague submitted meanwhile is not replaced unseen', async () => {
  const type = await makeType('Passport of a partner')
  const submit = async (replaces: number | null) =>
    call(merchant, 'POST', own, {
      ...{ documentTypeId: type.id, replaces },
      fileIds: [await upload()],
    })
  const first: DocumentEntry = await submit(null)
  await expect(submit(null)).rejects.toThrow(/document.stale/)
  expect((await entryOf(type))?.document?.files).toEqual(first.document?.files)
  const { version = 0 } = first.document ?? {}
  const second: DocumentEntry = await submit(version)
  expect(second.document?.files).not.toEqual(first.document?.files)
  await expect(submit(version)).rejects.toThrow(/document.stale/)
})

test('what was accepted by mistake is rejected afterwards, and then counts no more', async () => {
  const type = await makeType('Utility bill', true)
  const { document } = await handIn(type)
  const accepted = await decide({ ...(await handIn(type)) }, 'accept', { expiresOn: '2090-12-31' })
  const before = (await sentNotices()).length
  const reject = (version: number) =>
    call(operator, 'POST', `${theirs}/${document?.id}/reject`, {
      ...{ version, rejectReason: 'It turned out to be forged' },
    })
  // of two reviewers the second has not seen that it was accepted
  await expect(reject(document?.version ?? 0)).rejects.toThrow(/document.stale/)
  expect(await reject(accepted.document.version)).toMatchObject({
    ...{ standing: 'rejected', isAccepted: false },
    document: { rejectReason: 'It turned out to be forged', expiresOn: null },
  })
  expect((await sentNotices()).slice(before)).toEqual([
    'viewMerchantPortalDocuments: A document was rejected',
  ])
  await expect(reject(accepted.document.version + 1)).rejects.toThrow(/document.stale/)
  await turn(documentTypes, type.id, false)
})

test('a document that expires is said once to its merchant and to its reviewers, unless another takes its place', async () => {
  const [expiring, renewed, later, closed] = [
    await makeType('Expiring licence'),
    await makeType('Renewed licence'),
    await makeType('Lasting licence'),
    await makeType('Licence of the past'),
  ]
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  for (const [type, days] of [
    [expiring, 30],
    [renewed, 30],
    [later, 32],
    [closed, 20],
  ] as const) {
    await decide(await handIn(type), 'accept', { expiresOn: inDays(days) })
  }
  await handIn(renewed)
  await turn(documentTypes, closed.id, false)
  const before = (await sentNotices()).length
  const run = (days: number) =>
    notifyExpiring({
      ...jobContextOf(testApi.test),
      now: () => new Date(Date.now() + days * dayMs),
    })
  await run(0)
  await run(1)
  const soon = ['viewMerchantPortalDocuments', 'CRM.Organization.Edit'].map(
    (permission) => `${permission}: A document expires soon`,
  )
  expect((await sentNotices()).slice(before).sort()).toEqual(soon.sort())
  expect(await entryOf(expiring)).toMatchObject({ document: { version: 2 } })
  // one that nothing looked at in time
  await run(40)
  expect((await sentNotices()).slice(before + 2)).toContain(
    'viewMerchantPortalDocuments: A document has expired',
  )
})

test('what was requested by mistake is requested no more, and the merchant is notified', async () => {
  const type = await makeType('Requested by mistake')
  const input = { documentTypeId: type.id, remark: 'For another merchant' }
  const asked = await call(operator, 'POST', theirs, input)
  const before = (await sentNotices()).length
  const { id, version } = asked.document
  const withdraw = (actor: Actor, at: number, of = id) =>
    call(actor, 'POST', `${theirs}/${of}/withdraw-request`, { version: at })
  await expect(withdraw(merchant, version)).rejects.toThrow(/forbidden/)
  await call(operator, 'POST', theirs, { ...input, remark: 'Not for it' })
  await expect(withdraw(operator, version)).rejects.toThrow(/document.stale/)
  // its type was switched off meanwhile
  await turn(documentTypes, type.id, false)
  expect(await withdraw(operator, version + 1)).toMatchObject({
    ...{ standing: 'missing', document: null, isActive: false },
  })
  expect((await sentNotices()).slice(before)).toEqual([
    'viewMerchantPortalDocuments: A document is requested',
    'viewMerchantPortalDocuments: A document is requested no more',
  ])
  const { rows } = await owner.query(
    `select before, after from app.audit_entry where record_id = $1 and action = 'documents.withdraw-request'`,
    [id],
  )
  expect(rows).toEqual([
    {
      before: { state: 'asked', documentTypeId: type.id, remark: 'Not for it' },
      after: { state: 'withdrawn' },
    },
  ])
  // what was submitted is decided on instead
  const lease = await makeType('Submitted meanwhile')
  const waiting = await handIn(lease)
  await expect(withdraw(operator, 1, waiting.document?.id)).rejects.toThrow(/document.stale/)
})

test('of two that were accepted the newer one counts, also where it ends earlier', async () => {
  const type = await makeType('Identity card')
  await decide(await handIn(type), 'accept')
  await decide(await handIn(type), 'accept', { expiresOn: '2090-12-31' })
  await owner.query(
    `update app.merchant_document set expires_on = '2020-01-01' where document_type_id = $1 and expires_on is not null`,
    [type.id],
  )
  expect(await entryOf(type)).toMatchObject({ standing: 'expired', isAccepted: false })
  const db = testApi.test.database.reader(tenantScope(operator.tenantId))
  expect(await listMissingOf(db, harbour, [type.id], new Date())).toMatchObject([
    { name: 'Identity card' },
  ])
})

test('what waits can be taken back, and one key has one effect', async () => {
  const type = await makeType('Proof of address')
  const headers = { authorization: `Bearer ${merchant.token}`, 'idempotency-key': randomUUID() }
  const payload = { documentTypeId: type.id, fileIds: [await upload()] }
  const send = () => testApi.app.inject({ method: 'POST', url: own, headers, payload })
  const [once, twice] = [await send(), await send()]
  expect(twice.json()).toEqual(once.json())
  const { id, version } = once.json().document
  const back = () => call(merchant, 'POST', `${own}/${id}/withdraw`, { version })
  await expect(back()).resolves.toMatchObject({ standing: 'missing', document: null })
  await expect(back()).rejects.toThrow(/not_found/)
  // its file is nobody's, and nothing else can be handed in with it twice
  const again = await handIn(type, payload.fileIds)
  await expect(handIn(await makeType('Other'), payload.fileIds)).rejects.toThrow(/not_found/)
  await call(operator, 'POST', theirs, { documentTypeId: type.id, remark: 'The second page too' })
  const asked = await entryOf(type)
  expect(asked).toMatchObject({ standing: 'waiting', document: { id: again.document?.id } })
  const withdrawn = { version: asked?.document?.version }
  const left = await call(merchant, 'POST', `${own}/${asked?.document?.id}/withdraw`, withdrawn)
  expect(left).toMatchObject({ standing: 'asked', document: { files: [] } })
})

test('a key that was used is refused for anything else than the same', async () => {
  const type = await makeType('Lease of the shop')
  const sent = (actor: Actor, url: string) => {
    const headers = { authorization: `Bearer ${actor.token}`, 'idempotency-key': randomUUID() }
    return async (payload: object) => {
      const answer = await testApi.app.inject({ method: 'POST', url, headers, payload })
      return [answer.statusCode, answer.json().code]
    }
  }
  const done = [200, undefined]
  const reused = [409, 'idempotency.key_reused']
  const documentTypeId = type.id
  const ask = sent(operator, theirs)
  const remark = 'All pages'
  expect(await ask({ documentTypeId, remark })).toEqual(done)
  expect(await ask({ documentTypeId, remark })).toEqual(done)
  expect(await ask({ documentTypeId, remark: 'The first page' })).toEqual(reused)
  const hand = sent(merchant, own)
  const fileIds = [await upload(), await upload()]
  expect(await hand({ documentTypeId, fileIds })).toEqual(done)
  expect(await hand({ documentTypeId, fileIds: fileIds.toReversed() })).toEqual(done)
  expect(await hand({ documentTypeId, fileIds: fileIds.slice(1) })).toEqual(reused)
  expect(await hand({ documentTypeId, fileIds: [await upload()] })).toEqual(reused)
  const first = (await entryOf(type))?.document
  const version = first?.version ?? 0
  const back = sent(merchant, `${own}/${first?.id}/withdraw`)
  expect([await back({ version }), await back({ version })]).toEqual([done, done])
  expect(await back({ version: version + 1 })).toEqual(reused)
  const { document } = await handIn(type)
  const input = { version: document?.version }
  const accept = sent(operator, `${theirs}/${document?.id}/accept`)
  const until = { ...input, expiresOn: '2090-12-31' }
  expect([await accept(until), await accept(until)]).toEqual([done, done])
  expect(await accept(input)).toEqual(reused)
  const next = (await handIn(type)).document
  const reject = sent(operator, `${theirs}/${next?.id}/reject`)
  const blurred = { version: next?.version, rejectReason: 'Blurred' }
  expect([await reject(blurred), await reject(blurred)]).toEqual([done, done])
  expect(await reject({ ...blurred, rejectReason: 'Cut off' })).toEqual(reused)
  expect(await entryOf(type)).toMatchObject({ document: { rejectReason: 'Blurred' } })
})

test('its files are for the merchant’s people who keep documents and for those who look after it', async () => {
  const type = await makeType('Passport')
  const { document } = await handIn(type)
  const fileId = document?.files[0]?.fileId
  const statusFor = async (actor: Actor) => {
    const headers = { authorization: `Bearer ${actor.token}` }
    return (await testApi.app.inject({ url: `/api/fs/file/${fileId}`, headers })).statusCode
  }
  expect(await statusFor(merchant)).toBe(200)
  expect(await statusFor(operator)).toBe(200)
  const { rows } = await owner.query(
    `select action from app.audit_entry where record_type = 'file' and record_id = $1 and actor_id = $2`,
    [fileId, operator.subject],
  )
  expect(rows).toEqual([{ action: 'files.content' }])
  expect(await statusFor(await testApi.actor('merchant', ['viewMerchantPortalDocuments']))).toBe(
    404,
  )
  expect(await statusFor(await testApi.actor('operator', ['CRM.Organization.View']))).toBe(404)
  const looker = await testApi.actor('operator', ['CRM.Organization.Edit'])
  expect(await call(looker, 'GET', theirs)).toContainEqual(
    expect.objectContaining({ documentTypeId: type.id, standing: 'waiting' }),
  )
  const body = { version: document?.version }
  await expect(call(looker, 'POST', `${theirs}/${document?.id}/accept`, body)).rejects.toThrow(
    /403|forbidden|authorized/,
  )
})

test('a type that is switched off takes no more, and what was handed in stays', async () => {
  const type = await makeType('Licence', true)
  await handIn(type)
  await turn(documentTypes, type.id, false)
  expect(await entryOf(type)).toBeUndefined()
  await expect(handIn(type)).rejects.toThrow(/document.type_not_in_use/)
  const input = { documentTypeId: type.id, remark: 'Again' }
  await expect(call(operator, 'POST', theirs, input)).rejects.toThrow(/document.type_not_in_use/)
  expect(await call(operator, 'GET', theirs)).toContainEqual(
    expect.objectContaining({ documentTypeId: type.id, isActive: false, standing: 'waiting' }),
  )
  await expect(call(operator, 'DELETE', `/api${documentTypes.path}/${type.id}`)).rejects.toThrow(
    /resource.in_use.*"message":"It is in use and cannot be deleted. Documents of merchants: 1"/,
  )
})

test('a change is kept with its audit entry, or neither is', async () => {
  const type = await makeType('Ledger extract')
  const entry = await handIn(type)
  await owner.query(
    `alter table app.audit_entry add constraint none check (action <> 'documents.accept') not valid`,
  )
  try {
    await expect(decide(entry, 'accept')).rejects.toThrow()
  } finally {
    await owner.query('alter table app.audit_entry drop constraint none')
  }
  expect((await entryOf(type))?.document).toMatchObject({ state: 'waiting', version: 1 })
  await decide(entry, 'accept')
  const { rows } = await owner.query(
    `select before, after from app.audit_entry where record_id = $1 and action = 'documents.accept'`,
    [entry.document?.id],
  )
  expect(rows).toMatchObject([{ before: { state: 'waiting' }, after: { state: 'accepted' } }])
})

test('an operator submits for a merchant what came by mail: the merchant sees who did, and it is decided on as any other', async () => {
  const type = await makeType('Letter by mail')
  const before = (await sentNotices()).length
  const file = (actor: Actor, fileIds: string[]) =>
    call(actor, 'POST', `${theirs}/submission`, { documentTypeId: type.id, fileIds })
  // the files are those that the operator uploaded
  await expect(file(operator, [await upload()])).rejects.toThrow(/not_found/)
  const filed = await file(operator, [await upload(operator)])
  expect(filed).toMatchObject({ standing: 'waiting', document: { handedInBy: expect.any(String) } })
  const seen = await entryOf(type)
  expect(seen).toEqual(filed)
  expect(seen?.document?.handedInBy).not.toBe('')
  const { fileId } = seen?.document?.files[0] ?? { fileId: '' }
  const content = await testApi.app.inject({
    ...{ url: `/api/fs/file/${fileId}`, headers: { authorization: `Bearer ${merchant.token}` } },
  })
  expect(content.statusCode).toBe(200)
  const {
    rows: [submitter],
  } = await owner.query('select handed_in_by from app.merchant_document where id = $1', [
    filed.document?.id,
  ])
  const { rows } = await owner.query(
    `select actor_id, action, merchant_id, after from app.audit_entry where record_id = $1 order by id`,
    [filed.document?.id],
  )
  expect(rows).toEqual([
    {
      ...{ actor_id: submitter?.handed_in_by, action: 'documents.file', merchant_id: harbour },
      after: { state: 'waiting', documentTypeId: type.id, fileIds: [fileId] },
    },
  ])
  // a document that waits is decided on before another is submitted
  await expect(file(operator, [await upload(operator)])).rejects.toThrow(/document.waits/)
  await decide(filed, 'reject', { rejectReason: 'The second page is missing' })
  const again = await handIn(type)
  expect(again.document?.handedInBy).toBeNull()
  expect(again.earlier[0]?.handedInBy).toBe(filed.document?.handedInBy)
  await expect(file(merchant, [await upload()])).rejects.toThrow(/forbidden/)
  expect((await sentNotices()).slice(before)).toEqual([
    'viewMerchantPortalDocuments: A document was submitted for you',
    'viewMerchantPortalDocuments: A document was rejected',
    'CRM.Organization.Edit: A document was submitted',
  ])
  // who is limited to some merchants submits for these as well
  const here = await testApi.actor('limited')
  const lease = await makeType('Second letter by mail')
  const body = { documentTypeId: lease.id, fileIds: [await upload(here)] }
  expect(await call(here, 'POST', `${theirs}/submission`, body)).toMatchObject({
    standing: 'waiting',
  })
})
