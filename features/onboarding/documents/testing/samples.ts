import { randomUUID } from 'node:crypto'
import {
  type CallSample,
  type Fixture,
  foundBy,
  harbour,
  northwind,
  storedFile,
} from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** Documents that a merchant handed in, each of a type of its own and with a file, for those who decide on them. */
async function makeDocumentsOf(
  { loader }: TestDatabase,
  own: { tenant_id: string; merchant_id: string; user_id: string },
): Promise<void> {
  const { tenant_id, merchant_id, user_id } = own
  const now = new Date()
  for (let made = 0; made < 6; made++) {
    const at = { tenant_id, created_at: now, updated_at: now }
    const type = newId(now)
    await loader
      .insertInto('document_type')
      .values({
        ...at,
        id: type,
        name: `Proof ${randomUUID()}`,
        purpose: 'other',
        is_required: false,
      })
      .execute()
    const id = newId(now)
    const handedIn = { handed_in_at: now, handed_in_by: user_id }
    await loader
      .insertInto('merchant_document')
      .values({ ...at, ...handedIn, id, merchant_id, document_type_id: type, state: 'waiting' })
      .execute()
    await loader
      .insertInto('file')
      .values({
        ...{ tenant_id, merchant_id, uploader_id: user_id, uploader_tenant_id: tenant_id },
        ...{ id: newId(now), name: 'proof.txt', content_type: 'text/plain', size_bytes: 6 },
        ...{ sha256: '', state: 'stored', created_at: now },
        ...{ record_type: 'merchant_document', record_id: id },
      })
      .execute()
  }
}

const documentType = (fixture: Fixture) =>
  foundBy(fixture, 'select id from app.document_type where tenant_id = $1 and is_active', [
    northwind,
  ])

/** A decision on a document of Harbour's that waits. */
const decidingOn =
  (body: object): CallSample =>
  async (fixture) => {
    const sql = `select id from app.merchant_document where merchant_id = $1 and state = 'waiting' and version = 1`
    const documentId = await foundBy(fixture, sql, [harbour])
    return { params: { id: harbour, documentId }, body: { version: 1, ...body } }
  }

export const samples: Samples = {
  changes: /^documents\.(accept|reject|withdraw)/,
  calls: {
    'documents.hand-in': async (fixture, actor) => ({
      body: {
        documentTypeId: await documentType(fixture),
        fileIds: [await storedFile(fixture, actor, '')],
      },
    }),
    'documents.file': async (fixture, actor) => ({
      params: { id: harbour },
      body: {
        documentTypeId: await foundBy(
          fixture,
          `select t.id from app.document_type t where t.tenant_id = $1 and t.is_active and not exists (
             select from app.merchant_document d where d.tenant_id = t.tenant_id and d.merchant_id = $2
             and d.document_type_id = t.id and d.state = 'waiting')`,
          [northwind, harbour],
        ),
        fileIds: [await storedFile(fixture, actor, '')],
      },
    }),
    'documents.accept': decidingOn({}),
    'documents.reject': decidingOn({ rejectReason: 'It cannot be read' }),
    'documents.withdraw-request': async (fixture) => {
      const documentId = newId(new Date())
      await fixture.testApi.test.owner.query(
        `insert into app.merchant_document (tenant_id, id, merchant_id, document_type_id, state, remark, asked_at, created_at, updated_at)
         select $1, $2, $3, t.id, 'asked', 'In colour', now(), now(), now() from app.document_type t
         where t.tenant_id = $1 and not exists (
           select from app.merchant_document d where d.tenant_id = t.tenant_id and d.merchant_id = $3
           and d.document_type_id = t.id and d.state in ('asked', 'waiting')) limit 1`,
        [northwind, documentId, harbour],
      )
      return { params: { id: harbour, documentId }, body: { version: 1 } }
    },
    'documents.ask': async (fixture) => ({
      params: { id: harbour },
      body: { documentTypeId: await documentType(fixture), remark: 'In colour' },
    }),
  },
  ofMerchant: makeDocumentsOf,
}
