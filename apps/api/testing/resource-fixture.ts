import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { expect } from 'vitest'
import { makeHistory } from './history.ts'
import { type Asked, ask as askOf } from './resource-calls.ts'
import { listedFields, makeRoom, rightsToGive, valuesFor } from './resource-values.ts'
import { type Actor, type ActorKind, openTestApi } from './test-api.ts'

export type ResourceFixture = Awaited<ReturnType<typeof openResourceFixture>>

/** The demo's organisations with a history, all declared resources, and what each of them is asked with. */
export async function openResourceFixture() {
  const testApi = await openTestApi()
  await makeHistory(testApi)
  const all = await scanResources()
  const ask = (actor: Actor, method: string, path: string, asked: Asked = {}) =>
    askOf(testApi.app, actor, method, path, asked)
  const options = (of: Resource, actor: Actor) => async (name: string, partOf?: string) => {
    const query = {
      ...(of.owner === 'tenant' ? { tenantId: actor.tenantId } : {}),
      ...(partOf === undefined ? {} : { partOf }),
    }
    const found = (await ask(actor, 'GET', `${of.path}/options/${name}`, { query })).json()
    return found.map(({ id }: { id: string }) => id) as string[]
  }
  return {
    testApi,
    resources: all.map((one) => [one.id, one] as const),
    ask,
    options,
    /** Somebody who holds just the resource's permission, and what its first choices hand on. */
    holder(of: Resource, kind: ActorKind = kindOf(of)) {
      const wanted = [...Object.values(of.permission), ...rightsToGive(of)]
      return testApi.actor(
        kind,
        testApi.permissionsOf(kind).filter((one) => !wanted.includes(one)),
      )
    },
    makeRoom: (of: Resource) => makeRoom(testApi.test, of),
    async create(of: Resource, actor: Actor): Promise<ResourceRow> {
      const post = async () =>
        ask(actor, 'POST', of.path, { body: await valuesFor(of, options(of, actor)) })
      let answer = await post()
      // of some there is one for each choice, and what was made before has the first ones
      if (answer.status === 409 && listedFields(of).size > 0) answer = await post()
      expect([of.id, answer.status, answer.text]).toEqual([of.id, 201, expect.anything()])
      return answer.json()
    },
  }
}

/** Who has it. */
export const kindOf = (of: Resource): ActorKind =>
  of.owner === 'platform' || !of.audience.includes('tenant') ? 'platform' : 'operator'
