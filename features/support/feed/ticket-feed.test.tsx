import { ticketApiOf } from '@counterfoil/features/support/tickets/ticket-api.rules.ts'
import type { TicketDetails } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import {
  type Asked,
  answerFetch,
  sendUploadsByFetch,
} from '@counterfoil/kit/testing/answer-fetch.ts'
import { pass, renderInPortal, until } from '@counterfoil/kit/testing/portal.tsx'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FeedItem } from './feed-items.schema.ts'
import TicketFeed, { readAfterMs } from './ticket-feed.tsx'

const agentApi = ticketApiOf({ customerId: 'c', ticketId: 't' })
let api = agentApi
let items: unknown[] = []
let asked: Asked[] = []
/** What the server answers a comment with, once. */
let refusal: { status: number; code: string } | undefined
let details: TicketDetails
let failsUpload = false

const base = (id: string) => ({
  itemId: id,
  timestamp: `2026-11-20T12:00:0${items.length}.000Z`,
  isOwnSide: false,
  isInternal: false,
  isFromEscalation: false,
})
type Some = Partial<Extract<FeedItem, { type: 'comment' }>>
const comment = (id: string, some: Some = {}) => ({
  ...base(id),
  type: 'comment',
  kind: 'customer',
  commenter: 'Harbour Books',
  content: `text of ${id}`,
  attachments: [],
  isUnread: false,
  ...some,
})

const replies = [
  { id: 's1', name: 'Refund sent', body: 'Hello [person], [ticket] of [merchant] is refunded.' },
  { id: 's2', name: 'Late', body: 'We are late.' },
]

let countOfReplies = 2
function answer({ method, path, query, body }: Asked): unknown {
  if (path === '/api/support/snippets') {
    return query.get('searchKey') === 'zwe'
      ? { data: [{ id: 's3', name: 'Zwei', body: 'The hundred and first.' }], count: 1 }
      : { data: replies, count: countOfReplies }
  }
  if (method === 'GET') return items
  if (path.startsWith('/api/fs/') && method === 'POST') {
    if (failsUpload) return new Response('{}', { status: 500 })
    const name = ((body as FormData).get('file') as File).name
    return Response.json({ fileId: `id of ${name}` }, { status: 201 })
  }
  if (!path.endsWith('/comment')) return new Response(null, { status: 204 })
  if (refusal === undefined) return Response.json(comment('sent'), { status: 201 })
  const { status, code } = refusal
  refusal = undefined
  return Response.json(
    { code, errors: [{ message: 'Nora assigned the ticket to Ole' }] },
    { status },
  )
}

function Stage() {
  const [ticket, setTicket] = useState(details)
  return (
    <TicketFeed
      ticket={ticket}
      api={api}
      show={({ name }) => <b>{name}</b>}
      onChanged={() => setTicket(details)}
    />
  )
}

async function show(permissions: readonly string[] = []) {
  renderInPortal(<Stage />, { id: 'nora', firstName: 'Nora', permissions })
  await pass(0)
}
const entries = () => [...document.querySelectorAll<HTMLElement>('li[data-item]')]
const box = () => screen.getByRole('textbox') as HTMLTextAreaElement
async function type(text: string) {
  fireEvent.change(box(), { target: { value: text } })
  await pass(0)
}
async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass(0)
}
const sent = (path = '/comment') =>
  asked.filter((one) => one.method === 'POST' && one.path.endsWith(path))

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  refusal = undefined
  failsUpload = false
  api = agentApi
  details = {
    ticketId: 't',
    state: 'Opened',
    lastItemId: 'a',
    actions: ['comment', 'commentInternally'],
  } as unknown as TicketDetails
  items = [comment('a')]
  asked = answerFetch(answer)
  sendUploadsByFetch()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('saved replies', () => {
  const key = (name: string) => fireEvent.keyDown(box(), { key: name })
  beforeEach(() => {
    details = { ...details, code: 'T-1', customerName: 'Harbour Books', requester: 'Ada' }
  })

  test('are found by / and a part of the name, and inserted filled in, by the keyboard alone', async () => {
    await show(['CRM.Support.Lookup'])
    await type('Dear Ada, /')
    await until(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    key('ArrowDown')
    const second = screen.getAllByRole('option')[1]
    expect(second?.getAttribute('aria-selected')).toBe('true')
    expect(box().getAttribute('aria-activedescendant')).toBe(second?.id)
    await type('Dear Ada, /REFUND')
    await until(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    key('Enter')
    expect(box().value).toBe('Dear Ada, Hello Ada, T-1 of Harbour Books is refunded.')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(sent()).toEqual([])
  })

  test('of more than are fetched at once, those are searched that are typed', async () => {
    countOfReplies = 101
    await show(['CRM.Support.Lookup'])
    await type('/zwe')
    await pass(300)
    await until(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    key('Enter')
    expect(box().value).toBe('The hundred and first.')
    countOfReplies = 2
  })

  test('a button opens the list; Escape closes it and leaves what was typed', async () => {
    await show(['CRM.Support.Lookup'])
    await press('Insert a saved reply (/)')
    await until(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    key('Escape')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(box().value).toBe('/')
  })

  test('the link below the list is still there when it is pressed, by the mouse and by the keyboard', async () => {
    await show(['CRM.Support.Lookup'])
    await type('/')
    await until(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    const link = screen.getByRole('link', { name: 'Manage saved replies' })
    // the field keeps the focus
    expect(fireEvent.mouseDown(link)).toBe(false)
    fireEvent.blur(box(), { relatedTarget: link })
    expect(link.isConnected).toBe(true)
    fireEvent.blur(link)
    expect(link.isConnected).toBe(false)
  })

  test('are not offered to whoever does not look after tickets', async () => {
    await show()
    await type('/')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /saved reply/ })).toBeNull()
  })
})

describe('what happened', () => {
  test('every kind is shown, in the order of the server [support.feed.kinds]', async () => {
    items = [
      comment('a'),
      { ...base('b'), type: 'assignment', assigner: 'Nora', newAssignee: 'Ole' },
      { ...base('c'), type: 'priorityChange', user: 'Nora', newPriority: 'High' },
      { ...base('d'), type: 'statusChange', user: 'Nora', newState: 'Closed' },
      { ...base('e'), type: 'statusChange', user: 'Harbour Books', newState: 'Opened' },
      {
        ...base('g'),
        type: 'externalPartyInvitation',
        invitedBy: 'Nora',
        externalPartyEmail: 'kim@bank.example',
        invitationDescription: 'Knows the file',
      },
    ]
    await show()
    const texts = entries().map(({ textContent }) => textContent)
    for (const [place, text] of [
      'text of a',
      'Nora assigned the ticket to Ole',
      'Nora set the priority to High',
      'Nora closed the ticket',
      'Harbour Books opened the ticket again',
      'Nora invited kim@bank.example',
    ].entries()) {
      expect(texts[place]).toContain(text)
    }
    expect(texts).toHaveLength(6)
  })

  test('references of every kind name their records [support.feed.reference-kinds]', async () => {
    items = ['transaction', 'customer', 'attachment'].map((kind) => ({
      ...base(kind),
      type: 'reference',
      creator: 'Nora',
      kind,
      references: [{ referenceId: kind, key: 'k', name: `the ${kind}`, canOpen: true }],
    }))
    await show()
    expect(entries().map((entry) => entry.querySelector('b')?.textContent)).toEqual([
      'the transaction',
      'the customer',
      'the attachment',
    ])
  })

  test('an item of an unknown kind is skipped [support.feed.unknown]', async () => {
    items = [{ ...base('x'), type: 'prophecy' }, comment('a')]
    await show()
    expect(entries().map(({ dataset }) => dataset.item)).toEqual(['comment'])
  })

  test('comments of every kind are comments; the external party is named [support.feed.comment-kinds]', async () => {
    const kinds = ['statusChange', 'tenant', 'platform', 'customer', 'externalParty'] as const
    items = kinds.map((kind) => comment(kind, { kind }))
    await show()
    expect(entries().map(({ dataset }) => dataset.kind)).toEqual(kinds)
    expect(entries()[4]?.textContent).toContain('External party')
  })

  test('internal comments have a lock, others a star; own side and other side are told apart [support.feed.comment-icons]', async () => {
    items = [comment('a'), comment('b', { isInternal: true, isOwnSide: true })]
    await show()
    const icons = entries().map((entry) => entry.querySelector('svg')?.getAttribute('class'))
    expect(icons[0]).toContain('tabler-icon-star')
    expect(icons[1]).toContain('tabler-icon-lock')
    expect(entries().map(({ dataset }) => [dataset.own, dataset.internal])).toEqual([
      [undefined, undefined],
      ['true', 'true'],
    ])
    expect(screen.getByRole('img', { name: 'Internal: hidden from the other side' })).toBeDefined()
  })

  test('the attachments of a comment are shown below it', async () => {
    const attachment = {
      fileId: 'f',
      name: 'statement.pdf',
      contentType: 'application/pdf',
      size: 9,
    }
    items = [comment('a', { attachments: [attachment] })]
    await show()
    expect(entries()[0]?.querySelector('[aria-label="Attachments"] b')?.textContent).toBe(
      'statement.pdf',
    )
  })

  test('HTML in a text is text', async () => {
    items = [comment('a', { content: '<img src=x onerror=alert(1)>' })]
    await show()
    expect(entries()[0]?.querySelector('img[src]')).toBeNull()
    expect(entries()[0]?.textContent).toContain('<img src=x onerror=alert(1)>')
  })
})

describe('reading', () => {
  test('comments are marked as read by the button, and once they stood before the reader [support.ticket.mark-read]', async () => {
    items = [comment('a', { isUnread: true })]
    await show()
    await press('Mark as read')
    expect(sent('/feed/mark-comments-as-read').map(({ body }) => body)).toEqual([
      { lastItemId: 'a' },
    ])
    cleanup()
    asked = answerFetch(answer)
    await show()
    await pass(readAfterMs - 100)
    expect(sent('/feed/mark-comments-as-read')).toHaveLength(0)
    await pass(100)
    expect(sent('/feed/mark-comments-as-read')).toHaveLength(1)
  })

  test('a ticket that was just opened has no comment, and is read once it stood before the reader', async () => {
    items = []
    details = { ...details, isUnread: true }
    await show()
    await pass(readAfterMs)
    expect(sent('/feed/mark-comments-as-read')).toHaveLength(1)
  })

  test('the conversation is saved as filename.csv [support.feed.export-name]', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    await show()
    await press('Save the conversation as CSV')
    await until(() => expect(saved).toEqual(['filename.csv']))
    vi.restoreAllMocks()
  })
})

describe('writing', () => {
  test('a draft is there again after the page was left, the note apart from the reply', async () => {
    await show()
    await type('We have asked the bank')
    cleanup()
    await show()
    expect(box().value).toBe('We have asked the bank')
    act(() => screen.getByRole('radio', { name: 'Internal note' }).click())
    await pass(0)
    expect(box().value).toBe('')
  })

  test('says what the writer had seen, and to whom; a sent comment leaves no draft', async () => {
    await show()
    await type('  We have asked the bank ')
    await press('Send')
    await until(() => expect(box().value).toBe(''))
    expect(sent()[0]?.body).toEqual({
      content: 'We have asked the bank',
      isInternal: false,
      lastItemId: 'a',
    })
    act(() => screen.getByRole('radio', { name: 'Internal note' }).click())
    await pass(0)
    await type('He is cross')
    await press('Add note')
    expect(sent()[1]?.body).toMatchObject({ isInternal: true })
  })

  test('a refused comment stays', async () => {
    await show()
    await type('We have asked the bank')
    refusal = { status: 500, code: 'unknown' }
    await press('Send')
    await until(() => expect(screen.getByRole('alert')).toBeDefined())
    expect(box().value).toBe('We have asked the bank')
  })

  test('when the ticket changed meanwhile, it shows what changed, keeps the comment, and sends it when wanted', async () => {
    await show()
    await type('We have asked the bank')
    refusal = { status: 409, code: 'ticket.changed' }
    items = [...items, comment('b', { content: 'It has arrived, thank you' })]
    details = { ...details, lastItemId: 'b' }
    await press('Send')
    await until(() => expect(screen.getByRole('alert').textContent).toContain('It has arrived'))
    expect(box().value).toBe('We have asked the bank')
    await press('Send anyway')
    await until(() => expect(box().value).toBe(''))
    expect(sent().map(({ body }) => (body as { lastItemId: string }).lastItemId)).toEqual([
      'a',
      'b',
    ])
  })

  test('who may not write has no box', async () => {
    details = { ...details, actions: [], state: 'Closed' }
    await show()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText('The ticket is closed. Open it again to write.')).toBeDefined()
  })
})

describe('attachments of a comment', () => {
  const file = (name: string) => new File(['x'], name, { type: 'text/plain' })
  const form = () => box().closest('[class*=form]') as HTMLElement
  const states = () =>
    [...document.querySelectorAll<HTMLElement>('li[data-state]')].map(
      ({ dataset }) => dataset.state,
    )
  const send = () => screen.getByRole('button', { name: 'Send' }) as HTMLButtonElement
  const deleted = () => asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
  async function drop(...files: File[]) {
    fireEvent.drop(form(), { dataTransfer: { files, types: ['Files'] } })
    await pass(0)
  }

  test('are dropped, pasted or chosen, and sent with it', async () => {
    await show()
    await type('Here they are')
    await drop(file('dropped.txt'))
    fireEvent.paste(box(), { clipboardData: { files: [file('pasted.txt')] } })
    await pass(0)
    const input = document.querySelector('[data-file-input]') as HTMLInputElement
    await act(async () => fireEvent.change(input, { target: { files: [file('chosen.txt')] } }))
    await until(() => expect(states()).toEqual(['done', 'done', 'done']))
    await press('Send')
    await until(() => expect(box().value).toBe(''))
    expect(sent()[0]?.body).toMatchObject({
      content: 'Here they are',
      attachments: ['id of dropped.txt', 'id of pasted.txt', 'id of chosen.txt'],
    })
    expect([states(), deleted()]).toEqual([[], []])
  })

  test('the button shows where to choose them', async () => {
    await show()
    expect(document.querySelector('[data-drop-zone]')).toBeNull()
    await press('Attach files')
    expect(document.querySelector('[data-drop-zone]')).not.toBeNull()
  })

  test('are kept with the draft, the note’s apart from the reply’s, and go when they are removed', async () => {
    await show()
    await type('Soon')
    await drop(file('a.txt'))
    await until(() => expect(states()).toEqual(['done']))
    cleanup()
    await show()
    expect([box().value, states()]).toEqual(['Soon', ['done']])
    act(() => screen.getByRole('radio', { name: 'Internal note' }).click())
    await pass(0)
    expect(states()).toEqual([])
    act(() => screen.getByRole('radio', { name: 'Reply' }).click())
    await pass(0)
    await press('Remove a.txt')
    expect([states(), deleted()]).toEqual([[], ['/api/fs/file/id%20of%20a.txt']])
    await press('Send')
    expect(sent()[0]?.body).not.toHaveProperty('attachments')
  })

  test('a comment waits until a failed file is up or removed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    failsUpload = true
    await show()
    await type('Here it is')
    await drop(file('a.txt'))
    await until(() => expect(states()).toEqual(['failed']))
    expect(send().disabled).toBe(true)
    expect(screen.getByText('Try the failed files again, or remove them')).toBeDefined()
    failsUpload = false
    await press('Try a.txt again')
    await until(() => expect(states()).toEqual(['done']))
    expect(send().disabled).toBe(false)
  })

  test('of platform staff are stored under the tenant, those of a note under the platform', async () => {
    api = ticketApiOf({ tenantId: 'n', ticketId: 't' })
    await show()
    await drop(file('a.txt'))
    act(() => screen.getByRole('radio', { name: 'Internal note' }).click())
    await pass(0)
    await drop(file('b.txt'))
    const uploads = asked.filter(({ path }) => path.startsWith('/api/fs/'))
    expect(uploads.map(({ path }) => path)).toEqual(['/api/fs/n/file', '/api/fs/file'])
  })
})
