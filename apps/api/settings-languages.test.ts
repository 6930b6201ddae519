import { emailTemplates } from '@counterfoil/features/messaging/templates/templates.resource.ts'
import { languages } from '@counterfoil/features/settings/lists/languages.resource.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { beforeEach, expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'
import type { Actor } from './testing/test-api.ts'

// A language that is off is nobody's: it leaves every picker, is refused on saving, and who has it is spoken to otherwise.
const { testApi, make, change, turn, call, operator, platform } = await openSettingsFixture()
const { owner } = testApi.test
const northwind = tenantIdOf('northwind')

const contextOf = (actor: Actor) => call(actor, 'GET', '/api/users')
const prefer = (actor: Actor, language: string | null) =>
  call(actor, 'PUT', '/api/user-preferences', { language })
const tenantPath = `/api/crm/tenant-management/tenants/${northwind}`

async function setTenantLocale(locale: string) {
  const { name, supportEmail, timeZone, version } = await call(platform, 'GET', tenantPath)
  return call(platform, 'PUT', tenantPath, { name, supportEmail, timeZone, locale, version })
}

const template = (language: string) => ({
  name: `In ${language}`,
  purpose: 'ticketReopened',
  language,
  subject: 'Come in',
  body: '<p>{{tenantName}}</p>',
})

const offer = (language: string) =>
  call(operator, 'POST', '/api/proposals', {
    merchantId: merchantIdOf('harbour'),
    language,
    templateId: null,
  })

let invited = 0

/** The subject of the mail that the next invited operator gets, in the organisation's language. */
async function invite(): Promise<string> {
  const email = `invited-${++invited}@northwind.example`
  const roles = await owner.query(
    `select id from role where tenant_id = $1 and user_type = 'tenant' and not is_administrator limit 1`,
    [northwind],
  )
  const user = { email, firstName: 'Ada', lastName: 'Byron', roleId: roles.rows[0].id }
  await call(operator, 'POST', '/api/users/crm', user)
  const { rows } = await owner.query('select subject from mail where recipient = $1', [email])
  return rows[0].subject
}

beforeEach(async () => {
  await turn(languages, 'tr', true)
  await turn(languages, 'en', true)
  await setTenantLocale('en')
})

test('a language that is off leaves the pickers of the tenant and of nobody else', async () => {
  await turn(languages, 'tr', false)
  const namesOf = async (actor: Actor) =>
    (await contextOf(actor)).activeLanguages.map(({ id }: { id: string }) => id)
  expect(await namesOf(operator)).toEqual(['en'])
  expect(await namesOf(platform)).toEqual(['en', 'tr'])
  const options = await call(operator, 'GET', `/api${emailTemplates.path}/options/language`)
  expect(options).toEqual([{ id: 'en', name: 'English (en)' }])
  expect((await call(platform, 'GET', tenantPath)).languages).toEqual(['en'])
})

test('a language that is off is refused at its field, wherever one is chosen [setting languages]', async () => {
  const written = await make(emailTemplates, template('tr'))
  await turn(languages, 'tr', false)
  const refusals = {
    preference: () => prefer(operator, 'tr'),
    template: () => make(emailTemplates, template('tr')),
    offer: () => offer('tr'),
    tenant: () => setTenantLocale('tr'),
  }
  const at = { preference: 'language', template: 'language', offer: 'language', tenant: 'locale' }
  for (const [name, refused] of Object.entries(refusals)) {
    const code = name === 'template' ? 'resource.unknown_reference' : 'language.off'
    const said = await refused().catch(String)
    expect(said, name).toContain(code)
    expect(said, name).toContain(`"path":"${at[name as keyof typeof at]}"`)
  }
  // what was written in it before may be kept, and goes on being corrected
  expect(await change(emailTemplates, written, { subject: 'Gel' })).toMatchObject({
    subject: 'Gel',
  })
  await expect(offer('en')).resolves.toMatchObject({ status: 'Created' })
})

test('who chose a language that is off is spoken to in the tenant’s, and has the choice back with it', async () => {
  const user = await testApi.actor('operator')
  await prefer(user, 'tr')
  await turn(languages, 'tr', false)
  const fallen = await contextOf(user)
  expect([fallen.user.preferences.language, fallen.user.locale]).toEqual([null, 'en'])
  // another choice of the look is none of the language
  await call(user, 'PUT', '/api/user-preferences', { layout: 'Material' })
  await turn(languages, 'tr', true)
  expect((await contextOf(user)).user.preferences).toMatchObject({
    language: 'tr',
    layout: 'Material',
  })
})

test('where the tenant’s own language is off, its mails and its people have English', async () => {
  await setTenantLocale('tr')
  expect(await invite()).toBe('Northwind Pay erişiminiz açıldı')
  await turn(languages, 'tr', false)
  expect(await invite()).toBe('You have access to Northwind Pay')
  expect((await contextOf(await testApi.actor('operator'))).user.locale).toBe('en')
  await turn(languages, 'tr', true)
  expect((await contextOf(await testApi.actor('operator'))).user.locale).toBe('tr')
})

test('one language stays on: for the tenant, and for every tenant when the platform switches', async () => {
  await turn(languages, 'en', false)
  await expect(turn(languages, 'tr', false)).rejects.toThrow('resource.last_in_use')
  expect((await contextOf(operator)).activeLanguages).toEqual([{ id: 'tr', name: 'Türkçe' }])
  // the tenant has nothing but Turkish
  await expect(turn(languages, 'tr', false, platform)).rejects.toThrow('resource.last_in_use')
  await turn(languages, 'en', true)
  await turn(languages, 'tr', false, platform)
  await expect(turn(languages, 'en', false, platform)).rejects.toThrow('resource.last_in_use')
  await turn(languages, 'tr', true, platform)
})
