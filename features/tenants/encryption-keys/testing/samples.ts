import { type Fixture, foundBy } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import type { Actor } from '@counterfoil/api/testing/test-api.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'

const url = '/api/crm/tenant-management/encryption-keys'
const tenantId = tenantIdOf('counterfoil')
const makeKey = ({ ask }: Fixture, actor: Actor | undefined) =>
  ask(actor as Actor, `${url}/${tenantId}`, {})

export const samples: Samples = {
  changes: /^encryption-keys\.(retire|rotate)$/,
  calls: {
    'encryption-keys.rotate': async (fixture, actor) => {
      await makeKey(fixture, actor)
      return { params: { tenantId } }
    },
    'encryption-keys.retire': async (fixture, actor) => {
      await makeKey(fixture, actor)
      await fixture.ask(actor as Actor, `${url}/${tenantId}/rotate`, {})
      const sql = `select id from app.encryption_key where tenant_id = $1 and state = 'retiring'`
      return { params: { tenantId, id: await foundBy(fixture, sql, [tenantId]) } }
    },
  },
}
