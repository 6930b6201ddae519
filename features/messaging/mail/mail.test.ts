import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { type MailSender, openMailSender } from '@counterfoil/providers/mail/mail.ts'
import { startMailServer } from '@counterfoil/providers/mail/testing/mail-server.ts'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { jobs } from './mail.jobs.ts'
import { type MailRequest, sendMail } from './mail.public.ts'
import { noMailServer, sendMailJob } from './mail.schema.ts'
import { outboxPage } from './outbox-page.ts'

const db = await testDatabase()
const tenant = await makeTenant(db, {
  ...{ name: 'Bosphorus Ödeme', locale: 'tr', logo: '/api/tenants/1/logo/2' },
})
const server = await startMailServer()
afterAll(() => server.close())

const input = (to: string, some: Partial<MailRequest> = {}): MailRequest => ({
  to,
  merchantId: null,
  language: undefined,
  isSecret: false,
  now: new Date(),
  content: (language, name) => ({
    subject: language === 'tr' ? `Merhaba, ${name}` : `Hello, ${name}`,
    greeting: 'Selam <b>İpek</b>,',
    paragraphs: ['Şifreniz değişti.'],
    button: { label: 'Aç', url: 'https://portal.example/?a=1&b=2' },
    notes: [],
  }),
  ...some,
})

const put = (some: MailRequest) =>
  db.database.transaction(tenantScope(tenant.id), (tx) => sendMail(tx, db.jobs, some))

const stored = (to: string) =>
  db.loader.selectFrom('mail').selectAll().where('recipient', '=', to).executeTakeFirst()

async function withWorker(mailSender: MailSender, work: () => Promise<void>) {
  const worker = await runWorker({
    database: db.database,
    appUrl: db.urls.app,
    jobs: jobs({ mailSender, publicUrl: 'https://portal.example' }),
    schedules: [],
    log: pino({ level: 'silent' }),
  })
  try {
    await work()
  } finally {
    await worker.stop()
    mailSender.close()
  }
}

test('a mail goes by SMTP in the tenant’s name and language, as text and as HTML', async () => {
  await withWorker(openMailSender(server.url, 'no-reply@counterfoil.example'), async () => {
    await put(input('ipek@galata.example'))
    await vi.waitFor(() => expect(server.to('ipek@galata.example')).toHaveLength(1), 20_000)
    const [mail = ''] = server.to('ipek@galata.example')
    expect(mail).toMatch(/^From: .*<no-reply@counterfoil\.example>/m)
    expect(mail).toContain('Şifreniz değişti.')
    expect(mail).toContain('Selam &lt;b&gt;İpek&lt;/b&gt;,')
    expect(mail).toContain('href="https://portal.example/?a=1&amp;b=2"')
    expect(mail).toContain('src="https://portal.example/api/tenants/1/logo/2"')
    await vi.waitFor(
      async () => expect((await stored('ipek@galata.example'))?.state).toBe('sent'),
      20_000,
    )
    expect((await stored('ipek@galata.example'))?.subject).toBe('Merhaba, Bosphorus Ödeme')
  })
})

test('what lets somebody in is forgotten once it is sent', async () => {
  await withWorker(openMailSender(server.url, 'no-reply@counterfoil.example'), async () => {
    await put(input('secret@galata.example', { isSecret: true }))
    await vi.waitFor(
      async () =>
        expect(await stored('secret@galata.example')).toMatchObject({
          state: 'sent',
          text_body: '',
          html_body: '',
        }),
      20_000,
    )
    expect(server.to('secret@galata.example')[0]).toContain('https://portal.example/')
  })
})

test('a server that refuses is asked again, and the outbox says why it waits', async () => {
  server.isBusy = true
  await withWorker(openMailSender(server.url, 'no-reply@counterfoil.example'), async () => {
    await put(input('later@galata.example'))
    await vi.waitFor(
      async () => expect((await stored('later@galata.example'))?.failure).toMatch(/later/),
      20_000,
    )
    expect((await stored('later@galata.example'))?.state).toBe('waiting')
    server.isBusy = false
    await vi.waitFor(() => expect(server.to('later@galata.example')).toHaveLength(1), 40_000)
  })
})

test('a mail server that is away for most of a day gets its mails when it is back', async () => {
  await put(input('night@galata.example'))
  const { rows } = await db.owner.query<{ least: number; most: number }>(
    // as pg-boss waits after a failure: the doubled wait or down to half of it, up to the longest
    `select sum(least(retry_delay_max, retry_delay * 2 ^ least(16, tries) / 2))::float8 as least,
       sum(least(retry_delay_max, retry_delay * 2 ^ least(16, tries)))::float8 as most
     from pgboss.job, generate_series(1, $2::int) as tries
     where name = 'mail.send' and data->>'mailId' = $1`,
    [(await stored('night@galata.example'))?.id, sendMailJob.retries],
  )
  expect(rows[0]?.least).toBeGreaterThan(20 * 3600)
  expect(rows[0]?.most).toBeLessThan(30 * 3600)
})

test('a mail of work that was rolled back is never sent', async () => {
  const failing = db.database.transaction(tenantScope(tenant.id), async (tx) => {
    await sendMail(tx, db.jobs, input('never@galata.example'))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await stored('never@galata.example')).toBeUndefined()
})

test('without SMTP a mail stays in the outbox, which shows text as text and links as links', async () => {
  await withWorker(openMailSender(undefined, 'no-reply@counterfoil.example'), async () => {
    await put(input('kept@galata.example'))
    const mail = await stored('kept@galata.example')
    expect(mail?.state).toBe('waiting')
    // so that a server which is set later is not waited for
    await vi.waitFor(
      async () => expect((await stored('kept@galata.example'))?.failure).toBe(noMailServer),
      20_000,
    )
    const page = outboxPage(mail === undefined ? [] : [mail])
    expect(page).toContain('Selam &lt;b&gt;İpek&lt;/b&gt;,')
    expect(page).toContain('<a href="https://portal.example/?a=1&amp;b=2">')
  })
})

test('the sender is the portal’s host unless the settings name another', () => {
  expect(readSettings({ PUBLIC_URL: 'https://pay.example' }).mailFrom).toBe('no-reply@pay.example')
  expect(readSettings({ MAIL_FROM: 'desk@pay.example' }).mailFrom).toBe('desk@pay.example')
})
