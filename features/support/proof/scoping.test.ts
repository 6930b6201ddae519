import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jobs as scopingJobs } from '@counterfoil/features/support/scoping/scoping.jobs.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { openLanguageModel } from '@counterfoil/providers/language-model/language-model.ts'
import { openSupport } from '@counterfoil/tools/testing/support.ts'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'

const { ask, raise, asPlatform, base, db } = await openSupport()

const work = async (model: Parameters<typeof openLanguageModel>[0]) =>
  runWorker({
    database: db.database,
    appUrl: db.urls.app,
    jobs: scopingJobs({ languageModel: openLanguageModel(model) }),
    schedules: [],
    log: pino({ level: 'silent' }),
  })

/** Stands for a language model on the network, and remembers what it was asked. */
async function startModel(content: string, status = 200) {
  const asked: { messages: { content: string }[] }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      asked.push(JSON.parse(body))
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ choices: [{ message: { content } }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked }
}

const settled = (id: string) =>
  vi.waitFor(
    async () => {
      const status = await ask('staff', `GET ${asPlatform(id)}/scoping-status`)
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
  const old = await raise('operator', { ...file, ticketCategory: 'Operational' })
  await ask('staff', `POST ${asPlatform(old)}/close`)
  const id = await raise('operator', { ...file, ticketCategory: 'Clarification' })
  expect(await ask('staff', `GET ${asPlatform(id)}/scoping-status`)).toEqual({
    scopingStatus: false,
    scope: null,
    failure: null,
  })
  await ask('staff', `POST ${asPlatform(id)}/scoping`, undefined, 202)
  expect(await ask('staff', `GET ${asPlatform(id)}/scoping-status`)).toMatchObject({
    scopingStatus: true,
  })
  expect(await ask('staff', `GET ${asPlatform(id)}`)).toMatchObject({ scopingStatus: true })
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
  await ask('operator', `GET ${asPlatform(id)}/scoping-status`, undefined, 403)
})

test('a language model writes the words where one is set up, and sees no internal comment', async () => {
  const model = await startModel(
    '```json\n{"summary":"The file is late.","likelyCategory":"Processing","missingInformation":["Which acquirer?"]}\n```',
  )
  const id = await raise('operator', file)
  await ask('staff', `POST ${asPlatform(id)}/comment`, { content: 'a public word' })
  await ask('staff', `POST ${asPlatform(id)}/comment`, {
    content: 'an INTERNAL word',
    isInternal: true,
  })
  await ask('staff', `POST ${asPlatform(id)}/scoping`, undefined, 202)
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
  const id = await raise('operator', file)
  await ask('staff', `POST ${asPlatform(id)}/scoping`, undefined, 202)
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
