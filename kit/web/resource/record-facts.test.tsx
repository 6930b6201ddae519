import { resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { email, phone, text, url } from '@counterfoil/kit/contract/resource-fields.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RecordFacts } from './record-facts.tsx'

afterEach(cleanup)

const captains = resource({
  id: 'captains',
  one: { en: 'Captain' },
  many: { en: 'Captains' },
  about: { en: 'Who sails' },
  path: '/captains',
  permission: 'Captains.View',
  table: 'captain',
  owner: 'tenant',
  fields: {
    name: text({ en: 'Name' }),
    email: email({ en: 'E-mail' }),
    phone: phone({ en: 'Phone' }),
    website: url({ en: 'Website' }),
  },
  columns: ['name'],
  sort: 'name',
  search: ['name'],
})

const show = (row: object) =>
  renderInPortal(
    <RecordFacts
      of={captains}
      row={{ id: 'c', names: {}, ...row } as unknown as ResourceRow}
      names={['name', 'email', 'phone', 'website']}
    />,
  )
const links = () => screen.queryAllByRole('link').map((one) => one.getAttribute('href'))

test('a person is written to and called from their page, and their website opens', () => {
  const website = 'https://harbour.example/'
  show({ name: 'Ada', email: 'ada@harbour.example', phone: '+44 20 (79) 46-00', website })
  expect(links()).toEqual(['mailto:ada@harbour.example', 'tel:+4420794600', website])
})

test('what is not known is no link', () => {
  show({ name: 'Ada', email: null, phone: '', website: null })
  expect(links()).toEqual([])
})
