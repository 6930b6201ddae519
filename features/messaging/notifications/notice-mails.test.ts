import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { minuteMs } from '@counterfoil/kit/contract/durations.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { expect, test } from 'vitest'
import { mailUnread } from './notice-mails.ts'
import { jobs } from './notifications.jobs.ts'

const testing = await testDatabase()
const { loader, owner } = testing
const tenant = await makeTenant({ loader }, { locale: 'en' })
const merchant = await makeMerchant({ loader }, { tenant_id: tenant.id })
const publicUrl = 'https://portal.example'
const began = new Date()
const after = (minutes: number) => ({
  ...jobContextOf(testing),
  now: () => new Date(began.getTime() + minutes * minuteMs),
})

type User = Awaited<ReturnType<typeof makeUser>>
const userWith = async (noticeMails: string | null): Promise<User> => {
  const user = await makeUser(
    { loader },
    {
      ...{ tenant_id: tenant.id, user_type: 'merchant', merchant_id: merchant.id },
    },
  )
  await owner.query(
    `insert into user_preference (tenant_id, user_id, notice_mails, updated_at) values ($1, $2, $3, now())`,
    [tenant.id, user.id, noticeMails],
  )
  return user
}

/** Runs the job that finds the recipients. */
async function announce(users: readonly User[], some: object) {
  const [fanOut] = jobs
  const notice = {
    ...{ id: newId(began), tenantId: tenant.id, type: 'Dispute', title: 'A chargeback has begun' },
    ...{ to: { userIds: users.map(({ id }) => id) }, at: began.toISOString(), ...some },
  }
  await fanOut?.run(fanOut.payload.parse(notice), after(0))
}

async function mailsTo(user: User) {
  const { rows } = await owner.query(
    'select subject, text_body, merchant_id, is_secret from mail where recipient = $1 order by created_at',
    [user.email],
  )
  return rows
}
const subjectsTo = async (user: User) => (await mailsTo(user)).map(({ subject }) => subject)

test('an important notification that is not read within five minutes is mailed, once, unless its user wants none', async () => {
  const [usual, all, none, reader, gone] = [
    await userWith(null),
    await userWith('all'),
    await userWith('none'),
    await userWith(null),
    await userWith(null),
  ]
  const everyone = [usual, all, none, reader, gone]
  const description = '<b>GBP 70.00</b> &amp; more'
  await announce(everyone, { isImportant: true, description, objectUrl: '/merchant/payment/7' })
  await announce([usual, all], {
    title: 'A file is ready',
    type: 'ReportGenerated',
    objectUrl: 'x1',
  })
  await announce([all], { title: 'A ticket was answered', hasOwnMail: true })
  const past = new Date(began.getTime() - 25 * 60 * minuteMs).toISOString()
  await announce([all], { title: 'Of a history', at: past })
  await mailUnread(after(4.9), publicUrl)
  for (const user of everyone) expect(await mailsTo(user)).toEqual([])
  await owner.query('update notification set is_read = true where user_id = $1', [reader.id])
  await owner.query('update app_user set is_active = false where id = $1', [gone.id])
  await mailUnread(after(5), publicUrl)
  await mailUnread(after(6), publicUrl)
  const [mail] = await mailsTo(usual)
  expect(mail).toMatchObject({
    ...{ subject: 'A chargeback has begun', merchant_id: merchant.id, is_secret: false },
  })
  expect(mail?.text_body).toContain('GBP 70.00 & more')
  expect(mail?.text_body).toContain('https://portal.example/merchant/payment/7')
  expect(await subjectsTo(usual)).toHaveLength(1)
  expect(await subjectsTo(all)).toEqual(['2 notifications'])
  for (const user of [none, reader, gone]) expect(await mailsTo(user)).toEqual([])
})

test('what came together is one mail, and more than twenty are counted', async () => {
  const user = await userWith('all')
  await owner.query("update app_user set locale = 'tr' where id = $1", [user.id])
  for (let at = 1; at <= 23; at += 1) {
    const made = new Date(began.getTime() + at).toISOString()
    await announce([user], { title: { en: `Number ${at}`, tr: `Numara ${at}.` }, at: made })
  }
  await mailUnread(after(6), publicUrl)
  const [mail, ...others] = await mailsTo(user)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('23 bildirim')
  expect(mail?.text_body).toContain('Numara 20.')
  expect(mail?.text_body).not.toContain('Numara 21.')
  expect(mail?.text_body).toContain('Portalda 3 bildirim daha var.')
  expect(mail?.text_body).toContain('https://portal.example\n')
})

test('files lead to the portal, and who has said since that no mails are wanted gets none', async () => {
  const [reader, changed] = [await userWith('all'), await userWith('all')]
  await announce([reader, changed], { title: 'Ready', type: 'ReportGenerated', objectUrl: 'x1' })
  await owner.query("update user_preference set notice_mails = 'none' where user_id = $1", [
    changed.id,
  ])
  // two workers do not mail twice
  await Promise.all([mailUnread(after(5), publicUrl), mailUnread(after(5), publicUrl)])
  const [mail, ...others] = await mailsTo(reader)
  expect(others).toEqual([])
  expect(mail?.text_body).toContain('https://portal.example\n')
  expect(await mailsTo(changed)).toEqual([])
})

test('people of a suspended tenant get no mails whose links open nothing, nor what has grown old when it works again', async () => {
  const user = await userWith('all')
  const suspend = (isActive: boolean) =>
    owner.query('update tenant set is_active = $2 where id = $1', [tenant.id, isActive])
  await announce([user], { title: 'While it was suspended' })
  await suspend(false)
  await mailUnread(after(5), publicUrl)
  await suspend(true)
  await mailUnread(after(6), publicUrl)
  expect(await mailsTo(user)).toEqual([])
  await announce([user], { id: newId(began), title: 'Since it works again' })
  await mailUnread(after(6), publicUrl)
  expect(await subjectsTo(user)).toEqual(['Since it works again'])
})
