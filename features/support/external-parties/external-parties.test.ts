import { jobs as notificationJobs } from '@counterfoil/features/support/notifications/notifications.jobs.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { openSupport } from '@counterfoil/tools/testing/support.ts'
import pino from 'pino'
import { expect, test, vi } from 'vitest'

const { ask, createTicket, upload, agentPath, requesterPath, base, db, users } = await openSupport()

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
  const token = await invited(id, 'expert@bank.example')
  expect(token.length).toBeGreaterThan(40)
  const seen = await ask('nobody', `POST ${base}/external`, { token })
  expect(seen).toMatchObject({
    subject: 'A refund is missing',
    tenantName: 'Harbour Pay',
    comments: [
      { content: 'A public word', commenter: 'Harbour Pay', attachments: ['receipt.txt'] },
    ],
  })
  expect(JSON.stringify(seen)).not.toMatch(/SECRET|Tester/)
  await ask('nobody', `POST ${base}/external/comment`, { token, content: 'The file was late' }, 201)
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
