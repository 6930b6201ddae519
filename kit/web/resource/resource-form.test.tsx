import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, optional, text, wholeNumber } from '@counterfoil/kit/contract/resource-fields.ts'
import { answerFetch } from '@counterfoil/kit/testing/answering.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ResourceForm } from './resource-form.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const alarms = resource({
  id: 'alarms',
  one: ['Alarm', 'Alarm'],
  many: ['Alarms', 'Alarmlar'],
  about: ['', ''],
  path: '/alarms',
  permission: 'Alarms.View',
  table: 'alarm',
  owner: 'tenant',
  fields: {
    kind: choice(['Kind', 'Tür'], { count: ['Count', 'Sayı'], word: ['Word', 'Sözcük'] }),
    most: optional(wholeNumber(['At most', 'En çok'], { onlyFor: { field: 'kind', is: 'count' } })),
    word: optional(text(['The word', 'Sözcük'], { onlyFor: { field: 'kind', is: 'word' } })),
  },
  columns: ['kind'],
  sort: 'kind',
  search: ['word'],
})

test('what is needed for one choice alone is asked with it, and sent with no other', async () => {
  const user = userEvent.setup()
  const asked = answerFetch(({ method }) => (method === 'POST' ? {} : undefined))
  renderInPortal(<ResourceForm of={alarms} row={undefined} onDone={() => {}} />, {
    permissions: ['Alarms.View'],
  })
  expect(screen.queryByRole('textbox')).toBeNull()
  const kind = screen.getByRole('combobox', { name: 'Kind' })
  await user.selectOptions(kind, 'count')
  await user.type(screen.getByRole('textbox', { name: 'At most' }), '3')
  expect(screen.queryByRole('textbox', { name: 'The word' })).toBeNull()
  await user.selectOptions(kind, 'word')
  expect(screen.queryByRole('textbox', { name: 'At most' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'The word' }), 'ahoy')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const sent = () => asked.find(({ method }) => method === 'POST')?.body
  await vi.waitFor(() => expect(sent()).toEqual({ kind: 'word', most: null, word: 'ahoy' }))
})
