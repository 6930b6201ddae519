import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { LanguageProvider } from '@counterfoil/kit/web/texts/i18n.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ConvertDialog } from './convert-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['en', 'New merchants'],
  ['tr', 'Yeni üye iş yerleri'],
])('in %s the pipeline is called %s', async (language, name) => {
  localStorage.setItem('Language', language)
  answerFetch(() => [{ id: 'p', name: 'New merchants', nameTr: 'Yeni üye iş yerleri' }])
  const lead = { id: 'l', company: 'Çınar Kitap', tenantId: null } as unknown as ResourceRow
  renderInPortal(
    <LanguageProvider>
      <ConvertDialog lead={lead} onClose={() => {}} />
    </LanguageProvider>,
  )
  expect(await screen.findByDisplayValue(name)).toBeTruthy()
})
