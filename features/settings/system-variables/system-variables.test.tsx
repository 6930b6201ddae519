import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { nameOfRow } from '@counterfoil/kit/web/resource/resource-cells.tsx'
import { ResourcePage } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { systemVariables } from './system-variables.resource.ts'
import { parts } from './system-variables-parts.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = {
  ...{ id: 'velocity_window', code: 'velocity_window', name: 'Card velocity: window', names: {} },
  ...{ value: 1_200, unit: 'seconds', defaultValue: 60, lowest: 10, highest: 3_600 },
  ...{ isActive: true, version: 1, tenantId: null, updatedAt: '2026-11-29T12:00:00.000Z' },
} as unknown as ResourceRow

test('a variable is called the same in the list and where it is changed, in the language of the user', () => {
  expect(nameOfRow(systemVariables, row, (text) => textIn(text, 'tr'))).toBe('Kart sıklığı: süre')
  expect(nameOfRow(systemVariables, row, (text) => textIn(text, 'en'))).toBe(
    'Card velocity: window',
  )
})

test('numbers have the marks of thousands', async () => {
  answerFetch(() => ({ data: [row], count: 1 }))
  renderInPortal(<ResourcePage of={systemVariables} parts={parts} />, { audience: 'platform' })
  expect((await screen.findAllByText('3,600')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('1,200').length).toBeGreaterThan(0)
})
