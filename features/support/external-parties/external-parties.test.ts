import { jobs as notificationJobs } from '@counterfoil/features/support/notifications/notifications.jobs.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { openSupport } from '@counterfoil/tools/testing/support.ts'
import pino from 'pino'
import { expect, test, vi } from 'vitest'

const { ask, call, createTicket, upload, agentPath, requesterPath, base, db, users, tenant } =
  await openSupport()

const mailsTo = (recipient: string) =>
  db.loader
    .selectFrom('mail')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

async function invited(id: string, email: string): Promise<string> {
  await ask('operator', `POST ${agentPath(id)}/invite-external-party`, {
    externalPartyEmail: email,
    invitationDescription: 'You know the acquirer',
  })
  const [mail] = await mailsTo(email)
  return mail?.text_body.match(/\/support\/external#([\w-]+)/)?.[1] ?? ''
}

test('an external party reads the public part by a link, answers it, and nothing else [support.ticket.external-party]', async () => {
  const id = await createTicket()
  await ask('operator', `POST ${agentPath(id)}/comment`, {
    content: 'A public word',
    attachments: [await upload('operator', 'receipt.txt')],
  })
  await ask('operator', `POST ${agentPath(id)}/comment`, {
    content: 'A SECRET word',
    isInternal: true,
  })
  const theme = JSON.stringify({ buttonsLinkColor: '#00a050' })
  await db.loader.updateTable('tenant').set({ theme }).where('id', '=', tenant.id).execute()
  const token = await invited(id, 'expert@bank.example')
  expect(token.length).toBeGreaterThan(40)
  const seen = await ask('nobody', `POST ${base}/external`, { token })
  expect(seen).toMatchObject({
    subject: 'A refund is missing',
    tenantName: 'Harbour Pay',
    logo: null,
    colour: '#00a050',
    comments: [
      { content: 'A public word', commenter: 'Harbour Pay', attachments: ['receipt.txt'] },
    ],
  })
  expect(JSON.stringify(seen)).not.toMatch(/SECRET|Tester/)
  await ask('nobody', `POST ${base}/external/comment`, { token, content: 'The file was late' }, 201)
  expect(await ask('merchant', `GET ${base}/ticket/my?search=late`)).toMatchObject({ count: 1 })
  expect(await ask('merchant', `GET ${requesterPath(id)}/feed`)).toMatchObject([
    {},
    {},
    {
      kind: 'externalParty',
      commenter: 'expert@bank.example',
      content: 'The file was late',
      isUnread: true,
    },
  ])
  // the link opens no call of the portal, and is stored as a hash alone
  const { rows } = await db.owner.query('select token_hash from support_invitation')
  expect(rows).toHaveLength(1)
  expect(rows[0].token_hash).not.toContain(token)
  await ask('operator', `POST ${agentPath(id)}/close`)
  expect(
    (await ask('nobody', `POST ${base}/external/comment`, { token, content: 'Too late' }, 409))
      .code,
  ).toBe('ticket.closed')
})

test('a link opens nothing while its tenant is suspended or has no support tickets', async () => {
  const id = await createTicket()
  const token = await invited(id, 'third@bank.example')
  const change = (set: string) =>
    db.owner.query(`update tenant set ${set} where id = $1`, [tenant.id])
  for (const [off, on] of [
    ['is_active = false', 'is_active = true'],
    [`features_off = '{support}'`, `features_off = '{}'`],
  ] as const) {
    await change(off)
    await ask('nobody', `POST ${base}/external`, { token }, 404)
    await ask('nobody', `POST ${base}/external/comment`, { token, content: 'Still here' }, 404)
    await change(on)
    await ask('nobody', `POST ${base}/external`, { token })
  }
})

test('a link that was revoked, has expired or is wrong opens nothing', async () => {
  const id = await createTicket()
  const token = await invited(id, 'second@bank.example')
  const [party] = (await ask('operator', `GET ${agentPath(id)}`)).externalParties
  expect(party).toMatchObject({ email: 'second@bank.example', isActive: true })
  await ask('operator', `DELETE ${agentPath(id)}/external-parties/${party.invitationId}`)
  await ask('nobody', `POST ${base}/external`, { token }, 404)
  expect((await ask('merchant', `GET ${requesterPath(id)}`)).externalParties).toMatchObject([
    { isActive: false, invitedBy: 'Harbour Pay' },
  ])
  const other = await invited(id, 'third@bank.example')
  await ask('nobody', `POST ${base}/external`, { token: `${other.slice(0, -1)}x` }, 404)
  await db.owner.query(
    `update support_invitation set expires_at = now() - interval '1 minute' where email = 'third@bank.example'`,
  )
  await ask('nobody', `POST ${base}/external`, { token: other }, 404)
  await ask('nobody', `POST ${base}/external/comment`, { token: other, content: 'x' }, 404)
})

test('the people concerned are notified by mail and in the portal, the customer never with an agent’s name', async () => {
  const worker = await runWorker({
    database: db.database,
    appUrl: db.urls.app,
    jobs: notificationJobs({ publicUrl: 'http://portal.example' }) as never,
    schedules: [],
    log: pino({ level: 'silent' }),
  })
  try {
    const id = await createTicket()
    await ask('operator', `POST ${agentPath(id)}/assign`, { assignee: users.colleague.id })
    await ask('operator', `POST ${agentPath(id)}/comment`, {
      content: 'A word for the customer',
      attachments: [await upload('operator', 'receipt.txt')],
    })
    await ask('operator', `POST ${agentPath(id)}/comment`, {
      content: 'A word for COLLEAGUES',
      attachments: [await upload('operator', 'internal.txt')],
      isInternal: true,
    })
    await vi.waitFor(async () => {
      const toCustomer = (await mailsTo(users.merchant.email)).filter((one) => one.thread_id === id)
      expect(toCustomer).toHaveLength(2)
      const toAssignee = (await mailsTo(users.colleague.email)).filter(
        (one) => one.thread_id === id,
      )
      expect(toAssignee).toHaveLength(2)
      expect(toCustomer.map((one) => one.subject)[0]).toBe(toCustomer.map((one) => one.subject)[1])
      const texts = toCustomer.map((one) => one.text_body).join()
      expect(texts).toContain('A word for the customer\n\nAttached: receipt.txt')
      expect(texts).toContain(`http://portal.example/merchant/support-tickets/${id}`)
      expect(texts).not.toMatch(/COLLEAGUES|Tester|internal\.txt/)
      const [first, second] = toAssignee
      expect(toAssignee.map((one) => one.text_body).join()).toContain(
        'COLLEAGUES\n\nAttached: internal.txt',
      )
      expect(second?.reply_to_id).toBe(first?.id)
      expect(toAssignee.every((one) => one.merchant_id === null)).toBe(true)
    }, 20_000)
    const { rows } = await db.owner.query(
      `select data from pgboss.job where name = 'notifications.fan-out'`,
    )
    const notified = rows.map((row) => row.data).filter((one) => one.objectUrl?.includes(id))
    const toCustomer = notified.filter((one) => JSON.stringify(one.to).includes(users.merchant.id))
    expect(toCustomer).toMatchObject([
      { title: { en: 'Harbour Pay answered', tr: 'Harbour Pay yanıtladı' } },
    ])
    expect(toCustomer[0].description).toContain('A word for the customer<br>receipt.txt')
    expect(JSON.stringify(toCustomer)).not.toMatch(/COLLEAGUES|internal\.txt/)
  } finally {
    await worker.stop()
  }
})

test('an answer sent twice under one key is one comment, an equal one of another time is another', async () => {
  const id = await createTicket()
  const token = await invited(id, 'yes@bank.example')
  const send = async (key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const payload = { token, content: 'Yes' }
    const answer = await call(undefined, `POST ${base}/external/comment`, { payload, headers })
    expect(answer.statusCode).toBe(201)
    return answer.json().comments.map((one: { content: string }) => one.content)
  }
  expect(await send('first')).toEqual(['Yes'])
  expect(await send('first')).toEqual(['Yes'])
  await ask('operator', `POST ${agentPath(id)}/comment`, { content: 'And the refund?' })
  expect(await send('first')).toEqual(['Yes', 'And the refund?'])
  expect(await send('second')).toEqual(['Yes', 'And the refund?', 'Yes'])
  expect(await send()).toHaveLength(4)
})

test('an invitation sent twice under one key is one: one link, one mail, one audit entry', async () => {
  const id = await createTicket()
  const invite = (invitationDescription: string) =>
    call(users.operator, `POST ${agentPath(id)}/invite-external-party`, {
      payload: { externalPartyEmail: 'once@bank.example', invitationDescription },
      headers: { 'idempotency-key': 'one-invitation' },
    })
  const [first, second] = [await invite('Please'), await invite('Please')]
  expect(second.statusCode).toBe(201)
  expect(second.json()).toEqual(first.json())
  expect((await invite('Something else')).json().code).toBe('idempotency.key_reused')
  expect((await ask('operator', `GET ${agentPath(id)}`)).externalParties).toHaveLength(1)
  expect(await mailsTo('once@bank.example')).toHaveLength(1)
  const { rows } = await db.owner.query(
    `select record_id from audit_entry where action = 'support.invite-of-customer'
     and (record_id = $1 or record_id = '')`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('at most fifty invitations of a ticket are active; those that ended make room', async () => {
  const id = await createTicket()
  const invite = (name: number, status?: number) =>
    ask(
      'operator',
      `POST ${agentPath(id)}/invite-external-party`,
      { externalPartyEmail: `party${name}@bank.example`, invitationDescription: 'x' },
      status,
    )
  for (let name = 0; name < 50; name += 1) await invite(name)
  expect((await invite(50, 409)).code).toBe('invitation.too_many')
  const [first, second] = (await ask('operator', `GET ${agentPath(id)}`)).externalParties
  await ask('operator', `DELETE ${agentPath(id)}/external-parties/${first.invitationId}`)
  await invite(51)
  await invite(52, 409)
  await db.owner.query(
    `update support_invitation set expires_at = now() - interval '1 minute' where id = $1`,
    [second.invitationId],
  )
  await invite(53)
})
