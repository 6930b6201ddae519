import { openSettingsFixture } from '@counterfoil/api/testing/settings-fixture.ts'
import { expect, test } from 'vitest'
import { systemVariables } from './system-variables.resource.ts'

const { call, operator } = await openSettingsFixture()

test('a variable is found by its name in each language, and by its code', async () => {
  const found = async (searchKey: string) => {
    const query = new URLSearchParams({ searchKey })
    const { data } = await call(operator, 'GET', `/api${systemVariables.path}?${query}`)
    return data.map(({ id }: { id: string }) => id)
  }
  expect(await found('velocity: WINDOW')).toEqual(['velocity_window'])
  expect(await found('kart SIKLIĞI: süre')).toEqual(['velocity_window'])
  expect(await found('velocity_window')).toEqual(['velocity_window'])
  expect(await found('no such name')).toEqual([])
})
