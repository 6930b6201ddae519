import {
  agreementSignatures,
  agreementTemplates,
  emailSignatures,
  emailTemplates,
  proposalSignatures,
  proposalTemplates,
} from '@counterfoil/features/messaging/templates/templates.resource.ts'
import { jobs as notificationJobs } from '@counterfoil/features/support/notifications/notifications.jobs.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import pino from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// The texts that operators write, and what the product says then.
const { testApi, make, change, turn, call, operator } = await openSettingsFixture()
const { owner } = testApi.test
const harbour = merchantIdOf('harbour')
const path = `/api${emailTemplates.path}`

afterEach(() => owner.query('update template set is_active = false'))

let made = 0
const named = () => `A text ${++made}`
const mail = (some: object = {}) => ({
  name: named(),
  purpose: 'access',
  language: 'en',
  subject: 'Come in, {{firstName}}',
  body: '<p>{{inviter}} opens <a href="{{link}}">the door</a> of {{tenantName}}.</p>',
  ...some,
})

const roleId = async () =>
  (
    await owner.query(
      `select id from role where tenant_id = $1 and user_type = 'tenant' and not is_administrator limit 1`,
      [tenantIdOf('northwind')],
    )
  ).rows[0].id

const lastMailTo = async (recipient: string) =>
  (
    await owner.query('select * from mail where recipient = $1 order by created_at desc limit 1', [
      recipient,
    ])
  ).rows[0]

/** The mail that the next invited operator gets. */
async function invite(firstName = 'Ada') {
  const email = `invited-${++made}@northwind.example`
  const user = { email, firstName, lastName: 'Byron', roleId: await roleId() }
  await call(operator, 'POST', '/api/users/crm', user)
  return lastMailTo(email)
}

describe('an e-mail template', () => {
  test('is what the next mail says, until it is switched off [setting email-templates]', async () => {
    expect((await invite()).subject).toBe('You have access to Northwind Pay')
    const row = await make(emailTemplates, mail())
    const sent = await invite('<i>Ada</i>')
    expect(sent.subject).toBe('Come in, <i>Ada</i>')
    expect(sent.html_body).toMatch(/opens <a href="http[^"]+">the door<\/a> of Northwind Pay\./)
    expect(sent.html_body).toContain('support@northwind.example')
    expect(sent.text_body).toMatch(/opens the door http\S+ of Northwind Pay\./)
    await change(emailTemplates, row, { subject: 'Welcome' })
    expect((await invite()).subject).toBe('Welcome')
    await turn(emailTemplates, row.id, false)
    expect((await invite()).subject).toBe('You have access to Northwind Pay')
  })

  test('of another language or another mail changes nothing', async () => {
    await make(emailTemplates, mail({ language: 'tr' }))
    await make(emailTemplates, mail({ purpose: 'invitation' }))
    expect((await invite()).subject).toBe('You have access to Northwind Pay')
  })

  test('takes the place of the one before, and that one’s history says so', async () => {
    const first = await make(emailTemplates, mail({ subject: 'First' }))
    const second = await make(emailTemplates, mail({ subject: 'Second' }))
    expect((await invite()).subject).toBe('Second')
    expect((await call(operator, 'GET', `${path}/${first.id}`)).isActive).toBe(false)
    const audit = await call(operator, 'GET', `/api/crm/audit/email-templates/${first.id}`)
    expect(audit.data[0]).toMatchObject({ before: { isActive: true }, after: { isActive: false } })
    await turn(emailTemplates, first.id, true)
    expect((await invite()).subject).toBe('First')
    expect((await call(operator, 'GET', `${path}/${second.id}`)).isActive).toBe(false)
  })

  test.each([
    [{ subject: 'Hello {{firstname}}' }, 'text.unknown_variable', 'subject'],
    [{ body: '<p>{{link}} {{ticketCode}}</p>' }, 'text.unknown_variable', 'body'],
    [{ body: '<p>{{link}} {{<strong>inviter</strong>}}</p>' }, 'text.unknown_variable', 'body'],
    [{ body: '<p>Come in.</p>' }, 'text.variable_missing', 'body'],
    [
      { body: '<p><a href="https://evil.example/?u={{link}}">Open</a></p>' },
      'text.address_within',
      'body',
    ],
    [{ subject: 'https://evil.example/?u={{link}}' }, 'text.address_within', 'subject'],
    [{ body: '<p> </p><script>x()</script>' }, 'text.blank', 'body'],
  ])('with %j is refused at the field', async (wrong, code, at) => {
    const refused = await call(operator, 'POST', path, mail(wrong)).catch(String)
    expect(refused).toContain(code)
    expect(refused).toContain(`"path":"${at}"`)
  })

  test('keeps of its HTML what is text alone', async () => {
    const body =
      '<p onclick="x()">{{link}}<script>x()</script><img src=x onerror=x()> <a href="javascript:x()">y</a></p>'
    expect((await make(emailTemplates, mail({ body }))).body).toBe('<p>{{link}} y</p>')
  })

  test('keeps every version, and takes an earlier one up again', async () => {
    const row = await make(emailTemplates, mail({ subject: 'One' }))
    const second = await change(emailTemplates, row, { subject: 'Two' })
    const versions = await call(operator, 'GET', `${path}/${row.id}/versions`)
    expect(versions).toMatchObject([
      { number: 2, values: { subject: 'Two' } },
      { number: 1, values: { subject: 'One', purpose: 'access', body: row.body } },
    ])
    const third = await change(emailTemplates, second, versions[1].values)
    expect(third).toMatchObject({ version: 3, subject: 'One', body: row.body })
    expect((await invite()).subject).toBe('One')
  })
})

test('a preview of a ticket’s mail shows no real ticket', async () => {
  const merchant = await testApi.actor('merchant')
  const made = await testApi.app.inject({
    ...{ method: 'POST', url: '/api/support/ticket' },
    headers: { authorization: `Bearer ${merchant.token}` },
    payload: {
      ...{ ticketCategory: 'Processing', subject: 'Between us' },
      description: 'For Northwind alone',
    },
  })
  expect(made.statusCode).toBe(200)
  const values = mail({
    ...{ purpose: 'ticketReply', subject: '{{ticketCode}} {{ticketSubject}}' },
    body: '<p>{{author}}: {{message}} {{link}}</p>',
  })
  const url = `/api${emailTemplates.path}/preview`
  const shown = JSON.stringify(await call(operator, 'POST', url, { values, merchantId: null }))
  expect(shown).toContain('T-1 A question about a payment')
  expect(shown).not.toMatch(/Between us|Northwind alone/)
})

test('a preview has the data of the merchant that is chosen, as text', async () => {
  const { rows } = await owner.query(
    `update merchant set legal_business_name = '<b>Harbour</b> & Sons' where id = $1 returning tenant_id`,
    [harbour],
  )
  expect(rows).toHaveLength(1)
  const values = {
    name: 'An offer',
    language: 'tr',
    body: '<p>{{merchantName}}, {{merchantCountry}}: {{operatorName}}, {{tenantName}}</p><p>{{signature}}</p>',
  }
  await make(proposalSignatures, {
    name: named(),
    language: 'tr',
    userId: null,
    body: '<p><strong>{{operatorName}}</strong></p>',
  })
  const previewAt = (of: { path: string }, some: object = {}) =>
    call(operator, 'POST', `/api${of.path}/preview`, { values, merchantId: harbour, ...some })
  const shown = await previewAt(proposalTemplates)
  expect(shown.html).toContain(
    '<p>&lt;b&gt;Harbour&lt;/b&gt; &amp; Sons, Birleşik Krallık: Ada Tester',
  )
  expect(shown.html).toMatch(/, Northwind Pay<\/p><p><strong>Ada Tester[^<]*<\/strong><\/p>$/)
  expect(shown.text).toContain('<b>Harbour</b> & Sons')
  // an agreement is signed by its own signatures
  expect((await previewAt(agreementTemplates)).html).not.toContain('<strong>')
  await expect(
    previewAt(proposalTemplates, { merchantId: merchantIdOf('galata') }),
  ).rejects.toThrow('not_found')
  const wrong = { values: { ...values, body: '<p>{{merchant}}</p>' } }
  await expect(previewAt(proposalTemplates, wrong)).rejects.toThrow('text.unknown_variable')
})

describe.each([
  ['proposal', proposalTemplates, proposalSignatures, 'proposalBody'],
  ['agreement', agreementTemplates, agreementSignatures, 'agreementBody'],
] as const)('a new %s', (kind, templates, signatures, at) => {
  const calls = `/api/${kind}s`
  const begin = (templateId: string | null, actor = operator) =>
    call(actor, 'POST', calls, { merchantId: harbour, language: 'en', templateId })
  const readBody = async (id: string) => (await call(operator, 'GET', `${calls}/${id}`))[at]

  test('begins with the template in force, and stays as it was made [setting proposal-templates] [setting agreement-templates]', async () => {
    const body = '<p>Dear {{merchantName}}, {{merchantCountry}}</p>'
    const template = await make(templates, { name: named(), language: 'en', body })
    const first = await begin(template.id)
    expect(first).toMatchObject({ subject: template.name, status: 'Created' })
    expect(first[at]).toMatch(/^<p>Dear .*Harbour.*, United Kingdom<\/p>$/)
    await change(templates, template, { body: '<p>Hello {{merchantName}}</p>' })
    expect((await begin(template.id))[at]).toMatch(/^<p>Hello /)
    expect(await readBody(first.id)).toBe(first[at])

    const offered = async () =>
      (await call(operator, 'GET', `${calls}/templates?merchantId=${harbour}`)).map(
        ({ id }: { id: string }) => id,
      )
    expect(await offered()).toContain(template.id)
    await turn(templates, template.id, false)
    expect(await offered()).not.toContain(template.id)
    await expect(begin(template.id)).rejects.toThrow('offer.template_off')
    await call(operator, 'DELETE', `/api${templates.path}/${template.id}`)
    expect(await readBody(first.id)).toBe(first[at])
    expect((await begin(null))[at]).toBe('')
  })

  test('is signed with the signature of whoever makes it, else the organisation’s [setting proposal-signatures] [setting agreement-signatures]', async () => {
    const text = { language: 'en', body: '<p>{{date}}</p><p>{{signature}}</p>' }
    const template = await make(templates, { ...text, name: named() })
    const signature = { language: 'en', body: '<p>Yours, <em>{{operatorName}}</em></p>' }
    expect((await begin(template.id))[at]).not.toContain('Yours')
    const ours = { ...signature, body: '<p>Yours, the team of {{tenantName}}</p>' }
    await make(signatures, { ...ours, name: named(), userId: null })
    expect((await begin(template.id))[at]).toContain('<p>Yours, the team of Northwind Pay</p>')
    await make(signatures, { ...signature, name: named(), userId: operator.subject })
    expect((await begin(template.id))[at]).toMatch(/<p>Yours, <em>Ada Tester [^<]+<\/em><\/p>$/)
    // also of an operator who sees a few merchants alone, and no colleague
    const limited = await testApi.actor('limited')
    expect((await begin(template.id, limited))[at]).toContain('the team of Northwind Pay')
    await make(signatures, { ...signature, name: named(), userId: limited.subject })
    expect((await begin(template.id, limited))[at]).toMatch(/Yours, <em>Ada Tester/)
  })
})

test('below a reply to a ticket stands the signature of whoever replies, else the organisation’s [setting email-signatures]', async () => {
  const worker = await runWorker({
    database: testApi.test.database,
    appUrl: testApi.test.urls.app,
    jobs: notificationJobs({ publicUrl: 'http://portal.example' }) as never,
    schedules: [],
    log: pino({ level: 'silent' }),
  })
  const merchant = await testApi.actor('merchant')
  const { rows } = await owner.query('select email from app_user where id = $1', [merchant.subject])
  const raised = await testApi.app.inject({
    method: 'POST',
    url: '/api/support/ticket',
    headers: { authorization: `Bearer ${merchant.token}` },
    payload: { ticketCategory: 'Other', subject: 'A question', description: 'Why?' },
  })
  const reply = async (content: string) => {
    await call(operator, 'POST', `/api/support/ticket/${harbour}/${raised.body}/comment`, {
      content,
    })
    return vi.waitFor(async () => {
      // that the ticket is there is told beside it, now before and now after
      const sent = await owner.query(
        'select * from mail where recipient = $1 and text_body like $2',
        [rows[0].email, `%${content}%`],
      )
      expect(sent.rows).toHaveLength(1)
      return sent.rows[0]
    }, 20_000)
  }
  try {
    expect((await reply('Without')).text_body).not.toContain('Yours')
    const signature = { language: 'en', body: '<p>Yours, <em>{{operatorName}}</em></p>' }
    await make(emailSignatures, {
      ...signature,
      name: named(),
      userId: null,
      body: '<p>Yours, the team of {{tenantName}}</p>',
    })
    expect((await reply('Ours')).text_body).toContain('Yours, the team of Northwind Pay')
    await make(emailSignatures, { ...signature, name: named(), userId: operator.subject })
    const signed = await reply('Mine')
    expect(signed.html_body).toMatch(/Yours, <em>Ada Tester/)
    expect(signed.text_body).not.toContain('the team of')
  } finally {
    await worker.stop()
  }
})
