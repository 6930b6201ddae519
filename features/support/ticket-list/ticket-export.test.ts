import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { unzip } from '@counterfoil/kit/testing/unzip.ts'
import { openSupport } from '@counterfoil/tools/testing/support.ts'
import { expect, test } from 'vitest'

const { call, createTicket, agentPath, base, db, users, tenant } = await openSupport()

const own = { tenant_id: tenant.id, user_type: 'tenant' } as const
const permissions = ['CRM.Support.Lookup', 'CRM.Organization.View']
const elif = await makeUser(db, { ...own, permissions })
await db.owner.query(`update app_user set locale = 'tr' where id = $1`, [elif.id])
type Who = typeof elif

const headingsOf = (csv: string) => csv.replace('\ufeff', '').split(/\r?\n/)[0]?.split(',')

test('the headings of exported tickets and conversations are in the language of who reads them', async () => {
  const id = await createTicket('merchant')
  const list = async (who: Who, query = '') => {
    const answer = await call(who, `GET ${base}/ticket/my/export${query}`)
    return headingsOf(unzip(answer.rawPayload).text)
  }
  const conversation = async (who: Who) => {
    const answer = await call(who, `GET ${agentPath(id)}/feed/exportcsv`)
    return headingsOf(answer.body)
  }
  const english = await list(users.operator)
  expect(english?.slice(0, 3)).toEqual(['Code', 'Ticket id', 'Tenant'])
  expect(english?.slice(-4)).toEqual(['Requester', 'Contact', 'Assignee', 'Due'])
  expect(await conversation(users.operator)).toEqual(['Time', 'Kind', 'By', 'Internal', 'Text'])
  const turkish = await list(elif)
  expect(turkish).toHaveLength(english?.length ?? 0)
  expect(turkish?.slice(-4)).toEqual([
    ...['Talep sahibi', 'İletişim e-postası', 'Sorumlu', 'Son zaman'],
  ])
  expect(await list(users.operator, '?language=tr')).toEqual(turkish)
  expect(await conversation(elif)).toEqual(['Zaman', 'Tür', 'Kim', 'Ekip içi', 'Metin'])
})

test('who closes what a colleague has closed is refused by a code of its own', async () => {
  const id = await createTicket('merchant')
  const codes: unknown[] = []
  for (const what of ['close', 'close', 'open', 'open']) {
    const answer = await call(users.operator, `POST ${agentPath(id)}/${what}`)
    codes.push(answer.statusCode === 409 ? answer.json().code : answer.statusCode)
  }
  expect(codes).toEqual([200, 'ticket.already_closed', 200, 'ticket.already_open'])
})
