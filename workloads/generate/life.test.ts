import type { Mid } from '@counterfoil/features/routing/mids/routing.rules.ts'
import { expect, test } from 'vitest'
import { randomOf } from '../random.ts'
import { RowCollector, tableColumns } from './copy-rows.ts'
import { Ids } from './fast-text.ts'
import { Life } from './life.ts'

test('what the machine did is kept by its code, so that readers read it in their language', () => {
  const rows = new RowCollector(tableColumns)
  const subject = { tenantId: 't', merchantId: 'm', mode: 1, actorId: null, fees: [] }
  const order = { status: 'created', amountMinor: 1000n, currency: 'GBP' }
  const life = new Life(subject, order as never, Date.UTC(2026, 10, 29), rows, new Ids(randomOf(1)))
  const mids = ['sandbox_alpha', 'sandbox_beta'].map((provider) => ({ id: provider, provider }))
  const soft = { result: 'declined', code: '91', text: 'No answer', isSoft: true }
  const approved = { result: 'approved', amountMinor: 1000n }
  life.authorise(mids as unknown as Mid[], [soft, approved] as never, null)
  const events = rows.tables().find(({ table }) => table === 'payment_event')
  const at = events?.columns.indexOf('cause') ?? -1
  const causes = String(events?.text)
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').slice(at, at + 3))
  expect(causes).toContainEqual(['\\N', 'sent', '{"provider":"sandbox_alpha"}'])
  expect(causes).toContainEqual([
    '\\N',
    'cascaded',
    '{"from":"sandbox_alpha","why":"No answer","to":"sandbox_beta"}',
  ])
})
