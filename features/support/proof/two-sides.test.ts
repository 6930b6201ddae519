import { openSupport } from '@counterfoil/tools/testing/support.ts'
import { expect, test } from 'vitest'

const { ask, raise, asDesk, asRequester, asPlatform, users, merchant, tenant, base } =
  await openSupport()

test('a merchant asks its tenant, which answers; each sees what it should [support.channel.customer]', async () => {
  const id = await raise('merchant', {
    references: [{ key: 'createdOn', value: '/dashboard?x=1' }],
  })
  const own = await ask('merchant', `GET ${asRequester(id)}`)
  expect(own).toMatchObject({
    ticketChannelType: 'CustomerToTenant',
    state: 'Opened',
    priority: 'Medium',
    customerId: merchant.id,
    tenantId: tenant.id,
    assignee: null,
    serviceLevel: null,
    billable: null,
    references: [{ kind: 'createdOn', key: '/dashboard?x=1' }],
  })
  const atDesk = await ask('operator', `GET ${asDesk(id)}`)
  expect(atDesk).toMatchObject({ customerName: 'Books Ltd', isUnread: true, waitingOn: 'desk' })
  await ask('operator', `POST ${asDesk(id)}/assign`, { assignee: users.colleague.id })
  await ask('operator', `POST ${asDesk(id)}/comment`, { content: 'We are looking.' })
  await ask('operator', `POST ${asDesk(id)}/comment`, {
    content: 'SECRET internal',
    isInternal: true,
  })
  const feed = await ask('merchant', `GET ${asRequester(id)}/feed`)
  expect(feed).toMatchObject([
    { type: 'comment', commenter: 'Harbour Pay', isUnread: true, kind: 'tenant' },
  ])
  const deskFeed = await ask('operator', `GET ${asDesk(id)}/feed`)
  expect(deskFeed.map((one: { type: string }) => one.type)).toEqual([
    'assignment',
    'comment',
    'comment',
  ])
  expect(await ask('merchant', `GET ${base}/ticket/my`)).toMatchObject({
    count: 1,
    data: [{ ticketId: id, isUnread: true, waitingOn: 'requester' }],
  })
  await ask('merchant', `POST ${asRequester(id)}/feed/mark-comments-as-read`)
  expect(await ask('merchant', `GET ${base}/ticket/my?search=refu+MISSING`)).toMatchObject({
    count: 0,
  })
  expect(await ask('merchant', `GET ${base}/ticket/my?search=refund+MISS`)).toMatchObject({
    count: 1,
    data: [{ isUnread: false }],
  })
})

test('a tenant escalates, and the platform answers [support.channel.tenant]', async () => {
  const id = await raise()
  const { ticketId } = await ask('operator', `POST ${asDesk(id)}/escalate`, {
    ticketCategory: 'Processing',
    subject: 'Acquirer does not answer',
    description: 'Since noon.',
  })
  expect(await ask('staff', `GET ${base}/ticket`)).toMatchObject({ data: [{ ticketId }] })
  await ask('staff', `POST ${asPlatform(ticketId)}/comment`, { content: 'PLATFORM public' })
  await ask('staff', `POST ${asPlatform(ticketId)}/comment`, {
    content: 'PLATFORM internal',
    isInternal: true,
  })
  const feed = await ask('operator', `GET ${asDesk(id)}/feed`)
  expect(feed).toMatchObject([
    { content: 'PLATFORM public', isFromEscalation: true, commenter: 'The Platform' },
  ])
  expect(await ask('merchant', `GET ${asRequester(id)}/feed`)).toEqual([])
})
