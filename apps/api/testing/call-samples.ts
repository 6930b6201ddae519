// What samples of calls are made of: who calls, and what stands in an address, a query or a body.
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { RequestParts } from './requests.ts'
import type { Actor, TestApi } from './test-api.ts'

/** The API with a history, who calls it, and what makes records for a call. */
export interface Fixture {
  readonly testApi: TestApi
  readonly actors: readonly Actor[]
  resourceOf(callId: string): Resource | undefined
  make(of: Resource, actor: Actor, values: object): Promise<ResourceRow>
  /** A call beside the one that is looked at. Reads when it has no body. */
  ask(actor: Actor, url: string, body?: object): Promise<LightMyRequestResponse>
  pay(input?: object): Promise<{ id: string; accountReference: string }>
}

/** What a call is made with, so that it succeeds once. */
export type CallSample = (fixture: Fixture, actor: Actor | undefined) => Promise<RequestParts>

export const northwind = tenantIdOf('northwind')
export const harbour = merchantIdOf('harbour')
export const inTest = { mode: 'Test' }

/** A form with one file of text, and fields beside it. */
export function upload(
  field: string,
  name: string,
  text: string,
  fields: Record<string, string> = {},
): RequestParts {
  const boundary = 'form-of-a-test'
  const parts = [
    ...Object.entries(fields).map(([key, value]) => [`name="${key}"`, value]),
    [`name="${field}"; filename="${name}"\r\nContent-Type: text/csv`, text],
  ].map(
    ([head, body]) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`,
  )
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { rawBody: `${parts.join('')}--${boundary}--\r\n`, headers }
}

/** The first value that a query of the database's owner finds; throws when there is none. */
export async function foundBy(
  { testApi }: Pick<Fixture, 'testApi'>,
  sql: string,
  given: readonly unknown[] = [],
): Promise<string> {
  const { rows } = await testApi.test.owner.query(sql, [...given])
  const [row] = rows
  if (row === undefined) throw new Error(`Nothing found: ${sql}`)
  return String(Object.values(row)[0])
}

export const idOf = async (made: Promise<{ id: string }>) => ({ id: (await made).id })

/** On a payment of its own. */
export const onPayment =
  (body: object | undefined, input?: object): CallSample =>
  async ({ pay }) => ({ params: await idOf(pay(input)), body, headers: inTest })

/** The same for the operators' call and for the merchants'. */
export const forBothSides = (
  samples: Readonly<Record<string, CallSample>>,
): Record<string, CallSample> =>
  Object.fromEntries(
    Object.entries(samples).flatMap(([id, sample]) => [
      [id, sample],
      [`${id}-merchant`, sample],
    ]),
  )

export function operatorOf(actors: readonly Actor[]): Actor {
  const found = actors.find(({ kind }) => kind === 'operator')
  if (found === undefined) throw new Error('There is no operator')
  return found
}

/** A role whose people are of this kind, in the caller's organisation. */
export const roleOf = async (
  { testApi }: Pick<Fixture, 'testApi'>,
  actor: Actor | undefined,
  userType: string,
) => {
  const { rows } = await testApi.test.owner.query(
    `select r.id as role_id from app.role r join app.app_user me on me.tenant_id = r.tenant_id
     where me.id = $1 and r.user_type = $2 order by r.merchant_id nulls first, r.id limit 1`,
    [actor?.subject, userType],
  )
  return rows[0]?.role_id as string
}

/** The acquirer does not answer. */
export const pending = {
  method: { type: 'card', number: '4000000000000077', expiryMonth: 12, expiryYear: 2090 },
}

/** A file that lies in the storage; whose it is, the address says. */
export async function storedFile(
  { ask }: Fixture,
  actor: Actor | undefined,
  at: string,
): Promise<string> {
  const made = await ask(
    actor as Actor,
    `/api/fs${at}/file`,
    upload('file', 'note.csv', 'a;b\n1;2\n'),
  )
  return made.json().fileId
}
