// What a process says between the opening of its port and the reading of the keys: a proxy already asks it.
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { freePort } from '@counterfoil/tools/testing/stack.ts'
import { expect, test } from 'vitest'
import { northwind, startTestIdentity } from './testing/test-identity.ts'

const db = await testDatabase()
const tenant = await makeTenant(db, northwind)

test('a process that starts gives its requests to others until it has its keys', async () => {
  const port = await freePort()
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/jwks`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
  await db.owner.query('begin')
  await db.owner.query('lock table identity.provider_secret in access exclusive mode')
  const starting = startTestIdentity(db.urls.identity, tenant.id, { identityPort: port })
  try {
    let early = await ask()
    await expect
      .poll(async () => {
        early ??= await ask()
        return early?.status
      })
      .toBe(503)
    expect(early?.headers.get('retry-after')).toBe('1')
  } finally {
    await db.owner.query('commit')
  }
  const identity = await starting
  expect((await ask())?.status).toBe(200)
  await identity.close()
})
