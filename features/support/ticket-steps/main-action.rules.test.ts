import { expect, test } from 'vitest'
import { mainActionOf } from './main-action.rules.ts'

const somebody = { id: '0191f3a4-0000-7000-8000-000000000001', name: 'Nora West' }
const open = { state: 'Opened', actions: ['comment', 'close', 'assign'] } as const

test.each([
  ['nobody works on it', { ...open, waitingOn: 'agent', assignee: null }, true, 'assign'],
  ['an agent owes the answer', { ...open, waitingOn: 'agent', assignee: somebody }, true, 'reply'],
  ['the requester owes it', { ...open, waitingOn: 'requester', assignee: somebody }, true, 'close'],
  ['the reader asked', { ...open, waitingOn: 'agent', assignee: null }, false, 'close'],
  ['the reader is asked', { ...open, waitingOn: 'requester', assignee: null }, false, 'reply'],
  [
    'it is closed',
    { state: 'Closed', waitingOn: null, assignee: null, actions: ['open', 'assign'] },
    true,
    'open',
  ],
] as const)('when %s, the main button is for that', (_, ticket, isAgent, action) => {
  expect(mainActionOf({ ...ticket, actions: [...ticket.actions] }, isAgent)).toBe(action)
})
