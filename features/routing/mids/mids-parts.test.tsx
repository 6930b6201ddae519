// What the form of a MID says of its availability.

import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { LanguageProvider } from '@counterfoil/kit/web/texts/i18n.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { mids } from './mids.resource.ts'
import { parts } from './mids-parts.tsx'

afterEach(cleanup)

const row = {
  id: '0191f3a4-0000-7000-8000-0000000000aa',
  tenantId: '0191f3a4-0000-7000-8000-0000000000bb',
  provider: 'sandbox_alpha',
}

test.each([
  ['en', 'no_answer_in_time', 'No answer in time'],
  ['tr', 'no_answer_in_time', 'Süresinde yanıt gelmedi'],
  ['tr', 'out_of_order', 'out_of_order'],
])('in %s the last failure %s reads: %s', async (language, cause, text) => {
  const at = '2026-11-29T10:00:00.000Z'
  const never = { openedAt: null, probeAt: null, resetAt: null, resetBy: null }
  const { id: midId, tenantId, provider } = row
  answerFetch(() => ({
    breakers: [{ tenantId, provider, midId, failures: 1, failedAt: at, cause, ...never }],
  }))
  localStorage.setItem('Language', language)
  renderInPortal(
    <LanguageProvider>{parts.below?.(row as never, mids as never, row.tenantId)}</LanguageProvider>,
  )
  expect(await screen.findByText(text, { exact: false, selector: 'li, code' })).toBeTruthy()
})
