import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stack } from './stack.ts'

/** How the database of a product is reached as its owner, from outside of the product. */
export function ownerAddress({ dataDir }: Pick<Stack, 'dataDir'>) {
  const said = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8')
  return {
    host: '127.0.0.1',
    port: Number(said('port')),
    user: 'postgres',
    password: said('owner-password'),
    database: 'counterfoil',
  }
}
