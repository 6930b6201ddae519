import type { Db } from '@counterfoil/kit/database/database.ts'

/** The receiver's own copy of the secret, as a merchant's server would have one. */
export async function findReceiverSecret(
  shared: Db,
  endpointId: string,
): Promise<string | undefined> {
  const row = await shared
    .selectFrom('sandbox.webhook_receiver')
    .select('secret')
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst()
  return row?.secret
}

/** A repeated message is stored once, by its `webhook-id`. */
export async function insertReceivedWebhook(
  shared: Db,
  message: {
    readonly endpointId: string
    readonly webhookId: string
    readonly payload: string
    readonly now: Date
  },
): Promise<void> {
  await shared
    .insertInto('sandbox.received_webhook')
    .values({
      endpoint_id: message.endpointId,
      webhook_id: message.webhookId,
      payload: message.payload,
      created_at: message.now,
    })
    .onConflict((conflict) => conflict.columns(['endpoint_id', 'webhook_id']).doNothing())
    .execute()
}
