/** A column that holds secrets of a tenant; null where there is none. */
export interface SealedPlace {
  readonly table: string
  readonly column: string
  /** What a row is found by, in its tenant. */
  readonly key: string
}

/**
 * Everything of tenants that is sealed. What is added here is sealed by the next run of the job, and sealed anew when a
 * tenant's key is replaced.
 */
export const sealedPlaces: readonly SealedPlace[] = [
  { table: 'webhook_endpoint', column: 'secret', key: 'id' },
  { table: 'webhook_endpoint', column: 'previous_secret', key: 'id' },
  { table: 'tenant_key', column: 'key', key: 'purpose' },
  { table: 'language_model_setting', column: 'api_key', key: 'id' },
  { table: 'card_token', column: 'sealed_card', key: 'id' },
  { table: 'payment_attempt', column: 'authentication_value', key: 'id' },
  { table: 'stored_card', column: 'authentication_value', key: 'id' },
  { table: 'bank_connection', column: 'tokens', key: 'id' },
  { table: 'bank_connection', column: 'verifier', key: 'id' },
  { table: 'bank_payment', column: 'verifier', key: 'id' },
  { table: 'bank_payment', column: 'token', key: 'id' },
  { table: 'identity_provider', column: 'client_secret', key: 'id' },
  { table: 'report_delivery_target', column: 'secret', key: 'id' },
]
