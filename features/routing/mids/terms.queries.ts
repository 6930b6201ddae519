import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { BankingChannel, PosProvider } from './routing.rules.ts'
import type { DefaultParameter, Mpi } from './terms.rules.ts'

/** Active settings of the tenant, for all merchants (null) or for one of these. */
export async function listMpis(
  db: Db,
  merchantIds: readonly string[],
): Promise<(Mpi & { readonly merchantId: string | null })[]> {
  const rows = await db
    .selectFrom('mpi_provider')
    .select([
      'merchant_id as merchantId',
      'name',
      'priority',
      'mode',
      'brands',
      'currencies',
      'protocol_version as protocolVersion',
      'requestor_id as requestorId',
      'requestor_name as requestorName',
      'acquirer_bin as acquirerBin',
      'challenge',
      'exempt_currency as exemptCurrency',
      'exempt_up_to_minor as exemptUpToMinor',
    ])
    .where(within(db, 'mpi_provider', null))
    .where('is_active', '=', true)
    .where((or) => or.or([or('merchant_id', 'is', null), or('merchant_id', 'in', merchantIds)]))
    .execute()
  return rows.map((row) => ({ ...row, challenge: row.challenge as Mpi['challenge'] }))
}

export function listDefaultParameters(
  db: Db,
  merchantIds: readonly string[],
): Promise<DefaultParameter[]> {
  return db
    .selectFrom('default_parameter')
    .select(['name', 'value', 'merchant_id as merchantId', 'provider', 'channel'])
    .where(within(db, 'default_parameter', null))
    .where('is_active', '=', true)
    .where((or) => or.or([or('merchant_id', 'is', null), or('merchant_id', 'in', merchantIds)]))
    .execute()
}

export function listPosProviders(db: Db): Promise<PosProvider[]> {
  return db
    .selectFrom('pos_provider')
    .select([
      'provider',
      'currencies',
      'max_amount_currency as maxAmountCurrency',
      'max_amount_minor as maxAmountMinor',
    ])
    .where(within(db, 'pos_provider', null))
    .where('is_active', '=', true)
    .execute()
}

export function listBankingChannels(db: Db): Promise<BankingChannel[]> {
  return db
    .selectFrom('banking_channel')
    .select([
      'id',
      'name',
      'provider',
      'currency',
      'min_amount_minor as minAmountMinor',
      'max_amount_minor as maxAmountMinor',
    ])
    .where(within(db, 'banking_channel', null))
    .where('is_active', '=', true)
    .orderBy('name')
    .execute()
}
