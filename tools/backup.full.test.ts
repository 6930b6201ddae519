// A backup that is made while payments come in, and a product that is started from it.
import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToDemo } from './testing/demo-sign-in.ts'
import { payInDemo } from './testing/pay-in-demo.ts'
import { type Stack, startStack } from './testing/stack.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const folder = temporaryFolder('counterfoil-backup-')
const restored = join(folder, 'restored')
let stack: Stack
let backup: string
let fileIds: { before: string; after: string }
let before: unknown[]

const run = promisify(execFile)
const command = (name: string, args: readonly string[], dataDir: string) =>
  run(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir },
  })

beforeAll(async () => {
  stack = await startStack()
  for (const at of [1, 2, 3]) await pay(stack, `before-${at}`)
  const early = await upload('what was there')
  before = await paymentsOf(stack.dataDir, 'before-')
  // payments go on while the backup is made
  let isOver = false
  const load = (async () => {
    for (let at = 1; !isOver; at += 1) await pay(stack, `during-${at}`)
  })()
  const { stdout } = await command('backup', [join(folder, 'backups')], stack.dataDir)
  isOver = true
  await load
  backup = /^backup (.+)$/m.exec(stdout)?.[1] ?? ''
  for (const at of [1, 2, 3]) await pay(stack, `after-${at}`)
  fileIds = { before: early, after: await upload('what came later') }
}, 600_000)
afterAll(async () => {
  await stack?.remove()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function pay({ portalUrl }: Stack, externalId: string): Promise<void> {
  const answer = await payInDemo(portalUrl, externalId)
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
}

async function upload(text: string): Promise<string> {
  const body = new FormData()
  body.append('file', new File([text], 'note.txt', { type: 'text/plain' }))
  const headers = await signInToDemo(stack.portalUrl)
  const answer = await fetch(`${stack.portalUrl}/api/fs/file`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { fileId: string }).fileId
}

/** As the owner, from outside of the product. */
async function query<T extends object>(dataDir: string, sql: string, values: unknown[] = []) {
  const home = join(dataDir, 'postgres')
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port: Number(readFileSync(join(home, 'port'), 'utf8')) },
    ...{ user: 'postgres', password: readFileSync(join(home, 'owner-password'), 'utf8') },
    database: 'counterfoil',
  })
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}

const paymentsOf = (dataDir: string, prefix: string) =>
  query<{ external_id: string }>(
    dataDir,
    `select p.external_id, p.id, p.status, p.amount_minor, p.created_at,
       (select count(*)::int from app.ledger_entry e where e.payment_id = p.id) as entries
     from app.payment p where p.external_id like $1 || '%' order by p.external_id`,
    [prefix],
  )

test('the backup is whole, for its owner alone, and has files and keys with the database', () => {
  expect(existsSync(join(backup, 'backup.json'))).toBe(true)
  expect(readFileSync(join(backup, 'secrets.key'), 'utf8')).toBe(
    readFileSync(join(stack.dataDir, 'secrets.key'), 'utf8'),
  )
  expect(readFileSync(join(backup, 'SHA256SUMS'), 'utf8')).toMatch(/ {2}files\//)
})

test('a backup that was changed, and a folder that is not empty, are refused', async () => {
  await expect(command('restore', [backup], stack.dataDir)).rejects.toThrow('is not empty')
  const key = join(backup, 'secrets.key')
  const text = readFileSync(key)
  appendFileSync(key, 'x')
  await expect(command('restore', [backup], restored)).rejects.toThrow('changed: secrets.key')
  writeFileSync(key, text)
  expect(existsSync(restored)).toBe(false)
  await expect(command('restore', [folder], restored)).rejects.toThrow('is no backup')
  await expect(command('backup', [folder], restored)).rejects.toThrow('There is no data folder')
  await expect(command('backup', ['--help'], stack.dataDir)).rejects.toThrow('backup -- FOLDER')
})

test('a product that starts from it has exactly what was there', { timeout: 600_000 }, async () => {
  await stack.stop()
  await command('restore', [backup], restored)
  const again = await startStack({ DATA_DIR: restored })
  try {
    expect(await paymentsOf(restored, 'before-')).toEqual(before)
    expect(before).toHaveLength(3)
    expect(await paymentsOf(restored, 'after-')).toEqual([])
    // of those that came in meanwhile, the first ones, without a gap
    const during = (await paymentsOf(restored, 'during-')).map((one) => one.external_id)
    const expected = during.map((_, at) => `during-${at + 1}`)
    expect(during).toEqual(expected.sort())
    const unbalanced = await query(
      restored,
      `select posting_id from app.ledger_entry group by tenant_id, posting_id
       having sum(amount_minor) <> 0`,
    )
    expect(unbalanced).toEqual([])

    const headers = await signInToDemo(again.portalUrl)
    const read = (id: string) => fetch(`${again.portalUrl}/api/fs/file/${id}`, { headers })
    expect(await (await read(fileIds.before)).text()).toBe('what was there')
    expect((await read(fileIds.after)).status).toBe(404)
    // it goes on from there
    await pay(again, 'after-1')
    expect(await paymentsOf(restored, 'after-')).toHaveLength(1)
  } finally {
    await again.remove()
  }
  const { stdout } = await command('audit-verify', [], restored)
  expect(stdout).not.toBe('')
})

test('a product that is stopped is backed up too', { timeout: 120_000 }, async () => {
  const { stdout } = await command('backup', [join(folder, 'backups')], restored)
  const second = /^backup (.+)$/m.exec(stdout)?.[1] ?? ''
  await command('restore', [second], join(folder, 'third'))
  expect(existsSync(join(folder, 'third/postgres/cluster/backup_label'))).toBe(true)
  expect(existsSync(join(folder, 'third/secrets.key'))).toBe(true)
})
