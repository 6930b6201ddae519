import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'

export const samples: Samples = {
  withoutBefore: {
    'notes.create': 'what somebody notes for themselves is not quoted',
    'notes.update': 'what somebody notes for themselves is not quoted',
    'notes.delete': 'what somebody notes for themselves is not quoted',
  },
  async ofUser({ loader }, { tenant_id, user_id }) {
    const now = new Date()
    await loader
      .insertInto('user_note')
      .values({
        ...{ tenant_id, user_id, id: newId(now), text: 'Mine', version: 1 },
        ...{ created_at: now, updated_at: now },
      })
      .execute()
  },
}
