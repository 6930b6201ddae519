import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const { token } = await testApi.actor('merchant')

const ask = (method: 'GET' | 'POST', path = '', payload?: object, mode = 'Test') =>
  testApi.app.inject({
    method,
    url: `/api/payment-links${path}`,
    headers: { authorization: `Bearer ${token}`, mode },
    ...(payload === undefined ? {} : { payload }),
  })

test('a link made in the portal has the website that its merchant chooses, of those in use', async () => {
  const found = await ask('GET', '/websites')
  const names = found.json().data.map(({ name }: { name: string }) => name)
  expect(names).toContain('harbour-books.example')
  const [{ id: websiteId }] = found.json().data
  const made = await ask('POST', '', {
    ...{ amount: 500, currency: 'GBP', description: 'A map', usage: 'single', websiteId },
  })
  expect(made.json(), made.body).toMatchObject({ websiteId })
})

test('a user makes a link, sends it and disables it; the list finds it in its mode alone [audit payment-links.disableLink] [audit payment-links.sendLink]', async () => {
  const made = await ask('POST', '', {
    ...{ amount: 700, currency: 'GBP', description: 'Tickets for a reading', usage: 'multiple' },
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id, url } = made.json()
  const found = (await ask('GET', '?searchKey=a%20reading')).json()
  expect(found).toMatchObject({ count: 1, data: [{ id, status: 'open', payments: [] }] })
  expect((await ask('GET', '?searchKey=a%20reading', undefined, 'Live')).json().count).toBe(0)
  expect((await ask('GET', `/${id}`)).json().qr).toContain('<svg')
  await ask('POST', `/${id}/mails`, { email: 'reader@example.com', language: 'tr' })
  const { rows } = await testApi.test.owner.query(
    `select m::text as text from app.mail m where recipient = 'reader@example.com'`,
  )
  expect(rows[0].text).toContain(url)
  expect((await ask('POST', `/${id}/disable`)).json().status).toBe('disabled')
  expect((await ask('POST', `/${id}/mails`, { email: 'reader@example.com' })).json().code).toBe(
    'payment_link.not_open',
  )
  const entries = await testApi.test.owner.query(
    `select action from app.audit_entry e where e::text like '%' || $1 || '%' order by e.id`,
    [id],
  )
  expect(entries.rows.map(({ action }) => action)).toEqual([
    ...['payment-links.createLink', 'payment-links.sendLink', 'payment-links.disableLink'],
  ])
})

test('a file makes all of its links, or none with the fault of a line [audit payment-links.createLinks]', async () => {
  const head = 'amount,currency,description,externalId,email'
  const good = `${head}\n12.50,GBP,First,A-1,one@example.com\n7,EUR,Second,A-2,`
  expect((await ask('POST', '/many', { csv: good })).json()).toEqual({ created: 2, sent: 1 })
  const entries = await testApi.test.owner.query(
    `select 1 from app.audit_entry where action = 'payment-links.createLinks'`,
  )
  expect(entries.rows).toHaveLength(2)
  const before = (await ask('GET')).json().count
  for (const [line, wrong] of [
    [3, `${head}\n1.00,GBP,Good,,\n1.005,GBP,Too fine,,`],
    [2, `${head}\nmuch,GBP,No amount,,`],
    [2, `${head}\n1.00,GBX,No currency,,`],
    [2, `${head}\n1.00,GBP,,,`],
    [2, `${head}\n1.00,GBP,No mail,,nobody`],
    [1, 'sum,currency\n1,GBP'],
    [2, head],
  ] as const) {
    const answer = await ask('POST', '/many', { csv: wrong })
    expect(answer.json(), wrong).toMatchObject({ status: 400, code: 'payment_link.file' })
    expect(answer.json().detail, wrong).toContain(`Line ${line}`)
  }
  expect((await ask('GET')).json().count).toBe(before)
})

test('what the list finds is taken out as CSV, in its mode, with an entry; no cell is a formula [audit payment-links.exportLinks]', async () => {
  const made = await ask('POST', '', {
    ...{ amount: 1205, currency: 'GBP', description: '=1+1 "tea", taken out', usage: 'single' },
  })
  const yen = await ask('POST', '', {
    ...{ amount: 500, currency: 'JPY', description: 'Yen, taken out', usage: 'multiple' },
  })
  expect([made.statusCode, yen.statusCode], yen.body).toEqual([201, 201])
  const csv = await ask('GET', '/csv?searchKey=taken%20out')
  expect(csv.statusCode, csv.body).toBe(200)
  expect(csv.headers['content-disposition']).toContain('payment-links.csv')
  const [head, ...lines] = csv.body.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toMatch(/^amount,currency,description,externalId,usage,expiresAt,/)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^500,JPY,/)
  expect(lines[1]).toMatch(/^12\.05,GBP,"'=1\+1 ""tea"", taken out",/)
  expect(lines[1]).toContain(made.json().url)
  const live = await ask('GET', '/csv?searchKey=taken%20out', undefined, 'Live')
  expect(live.body.trim().split('\r\n')).toHaveLength(1)
  const { rows } = await testApi.test.owner.query(
    `select after::text as whole from app.audit_entry where action = $1`,
    ['payment-links.exportLinks'],
  )
  expect(rows).toHaveLength(2)
})
