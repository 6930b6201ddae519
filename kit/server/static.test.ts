import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerProblems } from './request/problems.ts'
import { servePortal } from './static.ts'

let folder: string
const issuer = 'https://id.example'

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-portal-'))
  mkdirSync(join(folder, 'build'))
  writeFileSync(join(folder, 'index.html'), '<title>portal</title>')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a portal that is built again is served without a restart, and its pages answer the portal', async () => {
  const app = Fastify()
  await servePortal(app, folder, issuer, 'http://localhost:4000')
  writeFileSync(join(folder, 'build', 'page-abc.js'), 'export {}')
  const built = await app.inject('/build/page-abc.js')
  expect(built.statusCode).toBe(200)
  expect(built.headers['cache-control']).toContain('immutable')

  const page = await app.inject('/crm/dashboard?x=1')
  expect(page.body).toContain('portal')
  expect(page.headers['cache-control']).toBe('no-cache')
  expect((await app.inject('/')).body).toContain('portal')
  await app.close()
})

test('what is missing is missing: no file is answered with the page', async () => {
  const app = Fastify()
  await servePortal(app, folder, issuer, 'http://localhost:4000')
  const long = 'a'.repeat(5000)
  for (const path of [
    '/build/gone.js',
    '/api/none',
    '/v1/none',
    '/v2/payments',
    '/../package.json',
    `/v1/${long}`,
  ]) {
    const answer = await app.inject(path)
    expect(answer.statusCode, path).toBeGreaterThanOrEqual(400)
    expect(answer.body, path).not.toContain('portal</title>')
  }
  expect((await app.inject({ method: 'POST', url: '/crm/dashboard' })).statusCode).toBe(404)
  await app.close()
})

test('a path longer than any file’s is missing like another', async () => {
  const app = Fastify()
  answerProblems(app)
  await servePortal(app, folder, issuer, 'http://localhost:4000')
  expect((await app.inject(`/v1/${'a'.repeat(5000)}`)).statusCode).toBe(404)
  await app.close()
})

test('a page of its own stands beside the portal at the address of its file', async () => {
  mkdirSync(join(folder, 'support'))
  writeFileSync(join(folder, 'support', 'external.html'), '<title>external</title>')
  const app = Fastify()
  await servePortal(app, folder, issuer, 'http://localhost:4000')
  expect((await app.inject('/support/external')).body).toContain('external')
  expect((await app.inject('/support/other')).body).toContain('portal')
  expect((await app.inject('/support/../support/external')).body).not.toContain('package')
  await app.close()
})

test('the last page of a sign-in’s window stays known to who opened it, compressed or not', async () => {
  mkdirSync(join(folder, 'assets'))
  const file = join(folder, 'assets', 'silent-redirect.html')
  writeFileSync(file, '<title>back</title>')
  writeFileSync(`${file}.gz`, gzipSync('<title>back</title>'))
  const app = Fastify()
  await servePortal(app, folder, issuer, 'http://localhost:4000')
  for (const encoding of ['identity', 'gzip']) {
    const headers = { 'accept-encoding': encoding }
    const answer = await app.inject({ url: '/assets/silent-redirect.html', headers })
    expect(answer.headers['cross-origin-opener-policy'], encoding).toBe('unsafe-none')
  }
  expect((await app.inject('/')).headers['cross-origin-opener-policy']).toBeUndefined()
  await app.close()
})

test('a page asks for the discovery beside its scripts, where it begins a sign-in', async () => {
  const app = Fastify()
  await servePortal(app, folder, issuer, 'http://localhost:4000')
  const linked = async (path: string) => (await app.inject(path)).headers.link
  for (const path of ['/', '/crm/dashboard', '/authentication/login', '/login-callback']) {
    expect(await linked(path), path).toBe(
      '<https://id.example/.well-known/openid-configuration>; rel=preload; as=fetch; crossorigin',
    )
  }
  for (const path of ['/authentication/logged-out', '/authentication/unauthorized']) {
    expect(await linked(path), path).toBeUndefined()
  }
  await app.close()
})

test('a file with a hash in its name comes with what a file needs alone', async () => {
  writeFileSync(join(folder, 'build', 'page-abc.js'), 'export {}')
  const app = Fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-request-id', 'one')
  })
  await servePortal(app, folder, issuer, 'http://localhost:4000')
  const file = await app.inject('/build/page-abc.js')
  expect(Object.keys(file.headers).sort()).toEqual([
    ...['cache-control', 'connection', 'content-length', 'content-type', 'date', 'vary'],
  ])
  expect((await app.inject('/')).headers).toHaveProperty('etag')
  expect((await app.inject('/')).headers).toHaveProperty('x-request-id')
  await app.close()
})
