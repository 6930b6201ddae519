import { type CallSample, northwind, storedFile } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'

const ofTenant: CallSample = async (fixture, actor) => ({
  params: { tenantId: northwind, id: await storedFile(fixture, actor, `/${northwind}`) },
})

export const samples: Samples = {
  calls: {
    'files.content': async (fixture, actor) => ({
      params: { id: await storedFile(fixture, actor, '') },
    }),
    'files.named': async (fixture, actor) => {
      await storedFile(fixture, actor, '')
      return { query: { fileName: 'note.csv' } }
    },
    'files.daily-report': async (fixture, actor) => {
      await storedFile(fixture, actor, '')
      return { params: { name: 'note.csv' } }
    },
    'files.tenant.content': ofTenant,
    'files.tenant.delete': ofTenant,
  },
  async ofUser({ loader }, { tenant_id, merchant_id, user_id }) {
    const created_at = new Date()
    await loader
      .insertInto('file')
      .values({
        ...{ tenant_id, id: newId(created_at), merchant_id, uploader_id: user_id },
        ...{ uploader_tenant_id: tenant_id, name: 'note.txt', content_type: 'text/plain' },
        ...{ size_bytes: 6, sha256: '', state: 'stored', created_at },
      })
      .execute()
  },
}
