import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'

export const samples: Samples = {
  async ofUser({ loader }, { tenant_id, merchant_id }) {
    const created_at = new Date()
    await loader
      .insertInto('mail')
      .values({
        ...{ tenant_id, id: newId(created_at), merchant_id, recipient: 'reader@example.com' },
        ...{ subject: 'A ticket was answered', text_body: 'We looked into it.', html_body: '' },
        ...{ is_secret: false, created_at },
      })
      .execute()
  },
}
