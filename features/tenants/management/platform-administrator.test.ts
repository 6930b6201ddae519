// The first administrator of an installation, whom no user can invite.
import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { expect, test } from 'vitest'
import { createPlatformAdministrator } from './platform-administrator.public.ts'

const { database, owner } = await testDatabase()
const identityUrl = 'http://identity.example'
const input = (email: string, name = 'Meridian') => ({
  ...{ email, firstName: 'Ada', lastName: 'Keller' },
  organisation: { name, timeZone: 'Europe/Istanbul', locale: 'tr', homeCurrency: 'TRY' },
})
const make = (organisation: object) =>
  createPlatformAdministrator(
    database,
    { ...input('a@meridian.example'), organisation },
    identityUrl,
  )
const users = async () =>
  (
    await owner.query(
      `select u.email, u.user_type, t.name, t.slug, t.is_platform, t.time_zone, r.is_administrator, r.permissions
       from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id join tenant t on t.id = u.tenant_id
       order by u.email`,
    )
  ).rows
const tokens = async () =>
  (await owner.query('select token_hash, purpose from account_token where used_at is null')).rows

test.each([
  ['tenant.time_zone_unknown', { timeZone: 'Europe/Atlantis' }],
  ['tenant.currency_unknown', { homeCurrency: 'ZZZ' }],
])('what would make nothing but half an installation is refused: %s', async (code, wrong) => {
  await expect(make({ ...input('').organisation, ...wrong })).rejects.toMatchObject({ code })
  expect(await users()).toEqual([])
})

test('the organisation, its role and the first user are made, with a link to choose a password', async () => {
  const made = await createPlatformAdministrator(
    database,
    input('Ada@meridian.example'),
    identityUrl,
  )
  expect(made.organisation).toBe('Meridian')
  expect(made.link?.url).toMatch(/^http:\/\/identity\.example\/Identity\/Account\/Register\?token=/)
  expect(await users()).toEqual([
    {
      ...{ email: 'ada@meridian.example', user_type: 'platform', name: 'Meridian' },
      ...{ slug: 'meridian', is_platform: true, time_zone: 'Europe/Istanbul' },
      ...{ is_administrator: true, permissions: [...permissionsOf('platform')] },
    },
  ])
  expect(await tokens()).toHaveLength(1)
  const audited = await owner.query('select action, actor_name from audit_entry')
  expect(audited.rows).toEqual([
    { action: 'platform.create-administrator', actor_name: 'Command line' },
  ])
})

test('again for the same person it is a new link, which ends the one before', async () => {
  const [before] = await tokens()
  const made = await createPlatformAdministrator(
    database,
    { ...input('ada@meridian.example'), organisation: {} },
    identityUrl,
  )
  expect(made.organisation).toBe('Meridian')
  expect(await users()).toHaveLength(1)
  const after = await tokens()
  expect(after).toHaveLength(1)
  expect(after).not.toEqual([before])
})

test('another person joins the same organisation and role; one without passwords here has no link', async () => {
  const made = await createPlatformAdministrator(database, input('ben@meridian.example'), undefined)
  expect(made.link).toBeUndefined()
  const roles = await owner.query('select count(*)::int as count from role')
  expect(roles.rows).toEqual([{ count: 1 }])
  expect((await users()).map(({ email, name }) => [email, name])).toEqual([
    ['ada@meridian.example', 'Meridian'],
    ['ben@meridian.example', 'Meridian'],
  ])
})

test.each([
  { name: 'Another name' },
  { timeZone: 'Europe/London' },
  { timeZone: 'Europe/Atlantis' },
  { locale: 'en' },
  { homeCurrency: 'GBP' },
])('an organisation that is another one is not left as it is without a word: %j', async (other) => {
  const before = await users()
  await expect(make(other)).rejects.toMatchObject({
    ...{ code: 'tenant.platform_exists', status: 409 },
    message: expect.stringContaining('Meridian (Europe/Istanbul, tr, TRY)'),
  })
  expect(await users()).toEqual(before)
})

test('an address of a user who has chosen a password already is refused', async () => {
  await owner.query('update account_token set used_at = now()')
  await expect(
    createPlatformAdministrator(database, input('ada@meridian.example'), identityUrl),
  ).rejects.toMatchObject({ code: 'user.email_taken' })
})
