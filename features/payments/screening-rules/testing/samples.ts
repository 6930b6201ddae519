import { type CallSample, northwind } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'

const path = '/api/crm/settings/antifraud/antifraud'

const on =
  (effect: 'live' | 'shadow', more: object = {}, isAsked = false): CallSample =>
  async ({ testApi, actors, ask }, actor) => {
    const id = newId(new Date())
    await testApi.test.owner.query(
      `insert into app.antifraud_rule (tenant_id, id, rule, outcome, threshold, effect, created_at)
       values ($1, $2, 'card_velocity', 'flag', 1000, $3, now())`,
      [northwind, id, effect],
    )
    const { params = {}, body = {} } = more as { params?: Record<string, string>; body?: object }
    // the person who asks for a change cannot confirm it
    const kind = actor?.kind === 'platform' ? 'operator' : 'platform'
    const other = actors.find((one) => one.kind === kind)
    if (isAsked && other !== undefined) await ask(other, `${path}/${id}/ask-force`, {})
    return { params: { id, ...params }, body }
  }

export const samples: Samples = {
  calls: {
    'antifraud-rules.ask-force': on('shadow'),
    'antifraud-rules.confirm-force': on('shadow', { body: { waiting: 1 } }, true),
    'antifraud-rules.withdraw-force': on('shadow', {}, true),
    'antifraud-rules.to-shadow': on('live'),
    'antifraud-rules.restore': on('shadow', { params: { number: '1' } }),
    'antifraud-rules.backtest': on('shadow', { body: { days: 7, mode: 'Test' } }),
  },
}
