import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { payersOf, tokenOf } from '@counterfoil/tools/testing/payers.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const { token } = await testApi.actor('merchant')

const ask = (
  method: 'GET' | 'POST',
  path = '',
  payload?: object,
  { mode = 'Test', key }: { mode?: string; key?: string } = {},
) =>
  testApi.app.inject({
    method,
    url: `/api/payment-links${path}`,
    headers: {
      ...{ authorization: `Bearer ${token}`, mode },
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
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

test.each(['/payment-links', '/checkout-sessions'])(
  '%s: what a server keeps with a page its payments get, and neither payers nor the portal',
  async (path) => {
    const { api, asked, pay } = payersOf(testApi)
    const metadata = { order: '6735', 'sepet no': 'ç-1' }
    const own =
      path === '/payment-links'
        ? { description: 'A map', usage: 'multiple' }
        : { externalId: 'S-1', returnUrl: 'https://shop.example/done' }
    const made = await api('POST', path, { amount: 500, currency: 'GBP', metadata, ...own })
    expect([made.statusCode, made.json()], made.body).toMatchObject([201, { metadata }])
    const { id } = made.json()
    expect((await api('GET', `${path}/${id}`)).json().metadata).toEqual(metadata)
    const page = await asked(tokenOf(made.json()))
    const paid = (await pay(tokenOf(made.json()))).json()
    expect((await api('GET', `/payments/${paid.id}`)).json().metadata).toEqual(metadata)
    const entries = await testApi.test.owner.query(
      'select e::text as text from app.audit_entry e where record_id = $1',
      [id],
    )
    const shown = [page.body, JSON.stringify(paid), (await ask('GET', `/${id}`)).body]
    for (const text of [...shown, ...entries.rows.map((one) => one.text)]) {
      expect(text).not.toContain('6735')
    }
    expect(entries.rows).toHaveLength(1)
    const long = await api('POST', path, {
      ...{ amount: 500, currency: 'GBP', metadata: { order: 'x'.repeat(501) }, ...own },
    })
    expect(long.json()).toMatchObject({ status: 400, errors: [{ path: 'metadata.order' }] })
  },
)

test.each(['ışıl', 'IŞIL', 'işil', 'isil cinar', 'IŞIL ÇINAR İÇİN'])(
  'a list finds what a Turkish text has in it, on any keyboard and in any case: %s',
  async (typed) => {
    const written = { amount: 700, currency: 'GBP', usage: 'single' }
    await ask('POST', '', { ...written, description: 'Işıl Çınar için kahve' })
    const found = await ask('GET', `?searchKey=${encodeURIComponent(typed)}`)
    expect(found.json().count).toBeGreaterThan(0)
    const none = await ask('GET', `?searchKey=${encodeURIComponent(`${typed}%`)}`)
    expect(none.json().count).toBe(0)
  },
)

test('a user makes a link, sends it and disables it; the list finds it in its mode alone [audit payment-links.disableLink] [audit payment-links.sendLink]', async () => {
  const made = await ask('POST', '', {
    ...{ amount: 700, currency: 'GBP', description: 'Tickets for a reading', usage: 'multiple' },
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id, url } = made.json()
  const found = (await ask('GET', '?searchKey=a%20reading')).json()
  expect(found).toMatchObject({ count: 1, data: [{ id, status: 'open', payments: [] }] })
  expect(
    (await ask('GET', '?searchKey=a%20reading', undefined, { mode: 'Live' })).json().count,
  ).toBe(0)
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

test('a file that comes again is refused, until it is confirmed: no customer is asked twice by mistake', async () => {
  const head = 'amount,currency,description,externalId,email'
  const csv = `${head}\n12.50,GBP,Dinner,D-1,guest@example.com\n7.00,GBP,Dinner,D-2,`
  expect((await ask('POST', '/many', { csv })).statusCode).toBe(201)
  const again = await ask('POST', '/many', { csv: `${csv}\n9.00,GBP,Dinner,D-3,` })
  expect(again.json()).toMatchObject({
    ...{ status: 409, code: 'payment_link.repeated', params: { count: 2 } },
  })
  const mails = async () => {
    const { rows } = await testApi.test.owner.query(
      `select from app.mail where recipient = 'guest@example.com'`,
    )
    return rows.length
  }
  expect(await mails()).toBe(1)
  // of another amount or order, and in another mode, it is another link
  const other = `${head}\n12.51,GBP,Dinner,D-1,\n12.50,GBP,Dinner,D-4,`
  expect((await ask('POST', '/many', { csv: other })).statusCode).toBe(201)
  expect((await ask('POST', '/many', { csv }, { mode: 'Live' })).statusCode).toBe(201)
  expect((await ask('POST', '/many', { csv, despiteRepeats: true })).json().created).toBe(2)
})

test('of a file that comes several times at the same moment the links are made once', async () => {
  const csv = 'amount,currency,description,externalId,email\n3.10,GBP,Tea,T-1,at-once@example.com'
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask('POST', '/many', { csv })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409])
  const { rows } = await testApi.test.owner.query(
    `select from app.mail where recipient = 'at-once@example.com'`,
  )
  expect(rows).toHaveLength(1)
})

test('a link of the other mode is not there: it is not mailed or disabled by mistake', async () => {
  const made = await ask('POST', '', {
    ...{ amount: 700, currency: 'GBP', description: 'A map', usage: 'single' },
  })
  const { id } = made.json()
  const live = { mode: 'Live' }
  const answers = [
    await ask('GET', `/${id}`, undefined, live),
    await ask('POST', `/${id}/mails`, { email: 'live@example.com' }, live),
    await ask('POST', `/${id}/disable`, undefined, live),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  expect((await ask('GET', `/${id}`)).json().status).toBe('open')
})

test.each([
  ['en', 'until 15 July 2090 at 13:30 BST'],
  ['tr', '15 Temmuz 2090 13:30 GMT+1 zamanına'],
])(
  'a mail says until when the link can be paid, in the zone that it names: %s',
  async (language, words) => {
    const made = await ask('POST', '', {
      ...{ amount: 700, currency: 'GBP', description: 'A map', usage: 'single' },
      expiresAt: '2090-07-15T12:30:00Z',
    })
    const email = `until-${language}@example.com`
    await ask('POST', `/${made.json().id}/mails`, { email, language })
    const { rows } = await testApi.test.owner.query(
      'select m::text as text from app.mail m where recipient = $1',
      [email],
    )
    expect(rows[0].text).toContain(words)
  },
)

test.each([
  ['Test', true],
  ['Live', false],
])('a mail of a link says whether it is a test: %s', async (mode, isTest) => {
  const order = { amount: 700, currency: 'GBP', description: 'A map', usage: 'single' }
  const made = await ask('POST', '', order, { mode })
  expect(made.statusCode, made.body).toBe(201)
  const email = `in-${mode}@example.com`
  await ask('POST', `/${made.json().id}/mails`, { email, language: 'en' }, { mode })
  const { rows } = await testApi.test.owner.query(
    'select m::text as text from app.mail m where recipient = $1',
    [email],
  )
  expect(rows[0].text.includes('This is a test: no money moves.')).toBe(isTest)
})

test('a request that is sent twice makes its links once, mails them once, and leaves one entry', async () => {
  const entries = async () =>
    (
      await testApi.test.owner.query(
        `select action, count(*)::int as n from app.audit_entry where action like 'payment-links.%Link%' group by 1 order by 1`,
      )
    ).rows
  const before = new Map((await entries()).map(({ action, n }) => [action, n]))
  const csv = 'amount,currency,description,email\n12.50,GBP,Sent twice,one@example.com'
  const twice = [1, 2].map(() => ask('POST', '/many', { csv }, { key: 'many-twice' }))
  for (const answer of await Promise.all(twice)) {
    expect(answer.json(), answer.body).toEqual({ created: 1, sent: 1 })
  }
  const found = (await ask('GET', '?searchKey=Sent%20twice')).json()
  expect(found.count).toBe(1)
  const [{ id }] = found.data
  const body = { email: 'two@example.com', language: 'en' }
  for (const _ of twice) await ask('POST', `/${id}/mails`, body, { key: 'mail-twice' })
  const order = { amount: 1, currency: 'GBP', description: 'Made twice', usage: 'single' }
  for (const _ of twice) await ask('POST', '', order, { key: 'link-twice' })
  expect((await ask('GET', '?searchKey=Made%20twice')).json().count).toBe(1)
  const mails = await testApi.test.owner.query(
    `select recipient from app.mail where text_body like '%Sent twice%' order by 1`,
  )
  expect(mails.rows).toEqual([{ recipient: 'one@example.com' }, { recipient: body.email }])
  const added = (await entries()).map(({ action, n }) => [action, n - (before.get(action) ?? 0)])
  for (const call of ['createLink', 'createLinks', 'sendLink']) {
    expect(added).toContainEqual([`payment-links.${call}`, 1])
  }
})

test('a comma before three digits is no amount, and a line is counted as the file has it', async () => {
  for (const [csv, detail] of [
    ['amount;currency;description\n1,234;KWD;A thousand or one', 'Line 2: 1,234 is no amount'],
    ['amount,currency,description\n\n\nmuch,GBP,Below blank lines', 'Line 4: much is no amount'],
    ['amount,currency,description\n12,50,GBP,Not quoted', 'Line 2: There are more cells'],
  ] as const) {
    const answer = await ask('POST', '/many', { csv })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().detail).toContain(detail)
  }
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
  const live = await ask('GET', '/csv?searchKey=taken%20out', undefined, { mode: 'Live' })
  expect(live.body.trim().split('\r\n')).toHaveLength(1)
  const { rows } = await testApi.test.owner.query(
    `select after::text as whole from app.audit_entry where action = $1`,
    ['payment-links.exportLinks'],
  )
  expect(rows).toHaveLength(2)
})

test('a file is read as spreadsheets write it: with semicolons, and as the list was taken out', async () => {
  const semicolons = 'amount;currency;description\n12,50;GBP;In another country'
  expect((await ask('POST', '/many', { csv: semicolons })).json()).toEqual({ created: 1, sent: 0 })
  const order = { amount: 1250, currency: 'GBP', description: '-10% off again', usage: 'single' }
  expect((await ask('POST', '', order)).statusCode).toBe(201)
  const { body: csv } = await ask('GET', '/csv?searchKey=off%20again')
  const again = await ask('POST', '/many', { csv, despiteRepeats: true })
  expect(again.json()).toEqual({ created: 1, sent: 0 })
  const { data } = (await ask('GET', '?searchKey=off%20again')).json()
  expect(data).toMatchObject([order, order])
})
