import type { ForeignDatabase } from '@counterfoil/kit/database/foreign.ts'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'

export const clientId = 'counterfoil-sandbox'
export const signatureAlgorithm = 'PS256'

export interface Participant {
  readonly clientId: string
  readonly keyId: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

/**
 * Who we are to the sandbox's banks: one participant with a key of its own, which every process of the product signs with.
 * Banks read the public half, as they would in the directory of the scheme.
 */
export function participantOf(database: ForeignDatabase): () => Promise<Participant> {
  let known: Promise<Participant> | undefined
  return () => {
    known ??= readOrMake(database).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

async function readOrMake(database: ForeignDatabase): Promise<Participant> {
  const found = (await find(database)) ?? (await make(database))
  const load = (jwk: JWK) => importJWK(jwk, signatureAlgorithm) as Promise<CryptoKey>
  const [privateKey, publicKey] = [await load(found.private_key), await load(found.public_key)]
  return { clientId, keyId: 'sandbox-1', privateKey, publicKey }
}

interface Row {
  readonly public_key: JWK
  readonly private_key: JWK
}

async function find(database: ForeignDatabase): Promise<Row | undefined> {
  const [row] = await database.query<Row>(
    'select public_key, private_key from bank_participant where client_id = $1',
    [clientId],
  )
  return row
}

async function make(database: ForeignDatabase): Promise<Row> {
  const { publicKey, privateKey } = await generateKeyPair(signatureAlgorithm, { extractable: true })
  const keys = [await exportJWK(publicKey), await exportJWK(privateKey)].map((key) =>
    JSON.stringify(key),
  )
  await database.query(
    `insert into bank_participant (client_id, public_key, private_key) values ($1, $2, $3)
     on conflict do nothing`,
    [clientId, ...keys],
  )
  const stored = await find(database)
  if (stored === undefined) throw new Error('The key of the sandbox’s participant was not stored')
  return stored
}
