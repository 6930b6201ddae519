import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'

export const samples: Samples = {
  withoutBefore: {
    'notifications.mark-all-as-read': 'that it was unread is what makes it one',
    'notifications.mark-as-read': 'that it was unread is what makes it one',
    'notifications.delete': "the notification is the reader's own, and says what the trail says",
    'notifications.delete-all':
      "the notification is the reader's own, and says what the trail says",
  },
  async ofUser({ loader }, { tenant_id, user_id }) {
    const created_at = new Date()
    await loader
      .insertInto('notification')
      .values({
        ...{ tenant_id, user_id, id: newId(created_at), notification_type: 'Task' },
        ...{ title: 'A task', description: '', use_router: true, created_at },
      })
      .execute()
  },
}
