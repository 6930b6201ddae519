import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { sealText } from '@counterfoil/kit/database/vault.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { openKeyWrapping } from '@counterfoil/providers/key-wrapping/key-wrapping.ts'
import { openLanguageModel } from '@counterfoil/providers/language-model/language-model.ts'
import { openOutbound } from '@counterfoil/providers/outbound/outbound.ts'
import { openSupport } from '@counterfoil/tools/testing/support.ts'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { jobs as scopingJobs } from './scoping.jobs.ts'

const { ask, createTicket, platformPath, base, db } = await openSupport()

const keys = openKeyWrapping(randomBytes(32))

const work = async (model: Parameters<typeof openLanguageModel>[0], mayReachPrivate = true) =>
  runWorker({
    database: db.database,
    appUrl: db.urls.app,
    jobs: scopingJobs({
      languageModel: openLanguageModel(model),
      outbound: openOutbound({ mayReachPrivate }),
      keys,
    }),
    schedules: [],
    log: pino({ level: 'silent' }),
  })

/** Stands for a language model on the network, and remembers what it was asked. */
async function startModel(content: string, status = 200) {
  const asked: { messages: { content: string }[]; model: string }[] = []
  const keysSent: (string | undefined)[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      asked.push(JSON.parse(body))
      keysSent.push(request.headers.authorization)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ choices: [{ message: { content } }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, keysSent }
}

const settled = (id: string) =>
  vi.waitFor(
    async () => {
      const status = await ask('staff', `GET ${platformPath(id)}/scoping-status`)
      expect(status.scopingStatus).toBe(false)
      return status
    },
    { timeout: 20_000, interval: 100 },
  )

const file = {
  subject: 'Settlement file missing',
  description: 'The settlement file of the acquirer has not arrived since Monday 2026-11-16 09:00.',
}

test('a scope is drafted in the background from closed tickets like it; its status is polled until it is false [support.scoping.poll]', async () => {
  const old = await createTicket('operator', { ...file, ticketCategory: 'Operational' })
  await ask('staff', `POST ${platformPath(old)}/close`)
  const id = await createTicket('operator', { ...file, ticketCategory: 'Clarification' })
  expect(await ask('staff', `GET ${platformPath(id)}/scoping-status`)).toEqual({
    scopingStatus: false,
    scope: null,
    failure: null,
  })
  await ask('staff', `POST ${platformPath(id)}/scoping`, undefined, 202)
  expect(await ask('staff', `GET ${platformPath(id)}/scoping-status`)).toMatchObject({
    scopingStatus: true,
  })
  expect(await ask('staff', `GET ${platformPath(id)}`)).toMatchObject({ scopingStatus: true })
  const worker = await work(undefined)
  try {
    expect(await settled(id)).toMatchObject({
      failure: null,
      scope: {
        source: 'similarity',
        likelyCategory: 'Operational',
        similarTickets: [{ ticketId: old }],
      },
    })
  } finally {
    await worker.stop()
  }
  // what the platform makes of it is not the tenant's to read
  expect(await ask('operator', `GET ${base}/ticket/${id}`)).toMatchObject({ scopingStatus: null })
  await ask('operator', `GET ${platformPath(id)}/scoping-status`, undefined, 403)
})

test('a language model writes the words where one is set up, and sees no internal comment', async () => {
  const model = await startModel(
    '```json\n{"summary":"The file is late.","likelyCategory":"Processing","missingInformation":["Which acquirer?"]}\n```',
  )
  const id = await createTicket('operator', file)
  await ask('staff', `POST ${platformPath(id)}/comment`, { content: 'a public word' })
  await ask('staff', `POST ${platformPath(id)}/comment`, {
    content: 'an INTERNAL word',
    isInternal: true,
  })
  await ask('staff', `POST ${platformPath(id)}/scoping`, undefined, 202)
  const worker = await work({ url: model.url, model: 'any' })
  try {
    expect(await settled(id)).toMatchObject({
      scope: {
        source: 'model',
        summary: 'The file is late.',
        likelyCategory: 'Processing',
        missingInformation: ['Which acquirer?'],
      },
    })
  } finally {
    await worker.stop()
  }
  expect(JSON.stringify(model.asked)).toContain('a public word')
  expect(JSON.stringify(model.asked)).not.toContain('INTERNAL')
})

test('a model that fails ends the drafting, and says why', async () => {
  const model = await startModel('', 500)
  const id = await createTicket('operator', file)
  await ask('staff', `POST ${platformPath(id)}/scoping`, undefined, 202)
  const worker = await work({ url: model.url, model: 'any' })
  try {
    expect(await settled(id)).toMatchObject({
      scope: null,
      failure: 'The language model answers 500',
    })
  } finally {
    await worker.stop()
  }
})

test('a tenant’s own setting decides which model reads its tickets, and whether any does', async () => {
  const answer = '{"summary":"Read.","likelyCategory":null,"missingInformation":[]}'
  const [installation, own] = [await startModel(answer), await startModel(answer)]
  const scoped = async (mayReachPrivate = true) => {
    const id = await createTicket('operator', file)
    await ask('staff', `POST ${platformPath(id)}/scoping`, undefined, 202)
    const worker = await work({ url: installation.url, model: 'shared' }, mayReachPrivate)
    try {
      return await settled(id)
    } finally {
      await worker.stop()
    }
  }
  const asked = () => [installation.asked.length, own.asked.length]
  await scoped()
  expect(asked()).toEqual([1, 0])

  const { rows } = await db.owner.query("select id from tenant where name = 'Harbour Pay'")
  const tenantId = rows[0].id as string
  const scope = tenantScope(tenantId)
  const set = (change: object) =>
    db.database.transaction(scope, (it) =>
      it.updateTable('language_model_setting').set(change).where('name', '=', 'Own').execute(),
    )
  await db.database.transaction(scope, async (it) => {
    const sealed = { table: 'language_model_setting', text: 'sk-very-secret', now: new Date() }
    const at = { created_at: new Date(), updated_at: new Date() }
    await it
      .insertInto('language_model_setting')
      .values({
        ...{ tenant_id: tenantId, id: newId(new Date()), name: 'Own', ...at },
        ...{ url: own.url, model: 'theirs', uses: ['ticket_scoping'] },
        api_key: await sealText(it, keys, sealed),
      })
      .execute()
  })
  expect((await scoped()).scope.source).toBe('model')
  expect(asked()).toEqual([1, 1])
  expect([own.asked[0]?.model, own.keysSent[0]]).toEqual(['theirs', 'Bearer sk-very-secret'])
  // outside the demo an address of this network is not called, whatever was stored
  expect((await scoped(false)).failure).toContain('not a public address')
  expect(asked()).toEqual([1, 1])
  // for this use nothing is sent, nor when it is switched off: the similar tickets alone say it
  await set({ uses: [] })
  expect((await scoped()).scope.source).toBe('similarity')
  await set({ uses: ['ticket_scoping'], is_active: false })
  expect((await scoped()).scope.source).toBe('similarity')
  expect(asked()).toEqual([1, 1])
  await set({ is_active: true, url: null, model: null, api_key: null })
  expect((await scoped()).scope.source).toBe('model')
  expect(asked()).toEqual([2, 1])
})

test('an error of the product is tried again, and its text is not shown', async () => {
  const id = await createTicket('operator', file)
  await ask('staff', `POST ${platformPath(id)}/scoping`, undefined, 202)
  const { rows } = await db.owner.query(
    `select t.tenant_id, s.tenant_id as platform_id from support_ticket t join support_scope s on s.ticket_id = t.id where t.id = $1`,
    [id],
  )
  const [draft] = scopingJobs({
    languageModel: openLanguageModel(undefined),
    outbound: openOutbound({ mayReachPrivate: true }),
    keys,
  })
  const reader = () => {
    throw new Error('10.1.2.3 refused the connection')
  }
  const attempt = (isLastTry: boolean, signal = new AbortController().signal) =>
    draft?.run(
      { ticketId: id, tenantId: rows[0].tenant_id, platformId: rows[0].platform_id },
      {
        ...{ jobs: db.jobs, log: pino({ level: 'silent' }), now: () => new Date(), signal },
        ...{ database: { ...db.database, reader }, isLastTry },
      },
    )
  const status = () => ask('staff', `GET ${platformPath(id)}/scoping-status`)
  await expect(attempt(false)).rejects.toThrow('refused the connection')
  await expect(attempt(true, AbortSignal.abort())).rejects.toThrow('refused the connection')
  expect(await status()).toEqual({ scopingStatus: true, scope: null, failure: null })
  await expect(attempt(true)).rejects.toThrow('refused the connection')
  expect(await status()).toEqual({
    ...{ scopingStatus: false, scope: null },
    failure: 'Something went wrong in the product. Try again later.',
  })
})
