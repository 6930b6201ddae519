import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { nameTables } from '@counterfoil/kit/server/resources/record-names.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { describe, expect, test, vi } from 'vitest'
import { merchants } from './merchants.resource.ts'
import { routes } from './merchants.routes.ts'

// as the whole product names them, which this file alone does not load
nameTables({ app_user: { en: 'Users' } })

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database, Date.now))
const tenant = await makeTenant(db, { name: 'Alder Pay' })
const permissions = permissionsOf('tenant')
const own = { tenant_id: tenant.id, user_type: 'tenant' } as const
const operator = await makeUser(db, { ...own, permissions })
const known = await makeMerchant(db, { tenant_id: tenant.id, legal_business_name: 'Birch & Sons' })
const limited = await makeUser(db, { ...own, permissions, limited_to: [known.id] })
const stranger = await makeUser(db, {
  ...{ tenant_id: (await makeTenant(db)).id, user_type: 'tenant' },
  permissions,
})
await db.owner.query(
  `insert into app.role (tenant_id, id, name, user_type, is_administrator, permissions, created_at)
   values ($1, gen_random_uuid(), 'Administrator', 'merchant', true, $2, now())`,
  [tenant.id, permissionsOf('merchant')],
)

const base = `/api${merchants.path}`

test('names stand in the order in which people look for them, Turkish ones too', async () => {
  const { id: tenantId } = await makeTenant(db)
  const names = ['Cemre', 'çağ', 'Çınar', 'Irmak', 'İpek', 'Ömer', 'Pınar', 'Şahin', 'Zeytin']
  for (const name of names.toReversed()) {
    await makeMerchant(db, { tenant_id: tenantId, legal_business_name: name })
  }
  const reader = await makeUser(db, { tenant_id: tenantId, user_type: 'tenant', permissions })
  const listed = async (sort: string) =>
    (await call(reader, `GET ${base}?sort=${sort}`))
      .json()
      .data.map((one: { legalBusinessName: string }) => one.legalBusinessName)
  const shown = await listed('legalBusinessName')
  expect(shown.map((name: string) => name[0])).toEqual([...'çCÇİIÖPŞZ'])
  expect(await listed('-legalBusinessName')).toEqual(shown.toReversed())
})
const input = (some: object = {}) => ({
  legalBusinessName: 'Şahin Çiçek Ltd',
  tradingName: 'Flowers',
  merchantStatus: 'In boarding',
  processingStatus: 'SandboxEnabled',
  merchantType: 'E-commerce',
  homeCurrency: 'GBP',
  country: 'GB',
  taxNumber: 'GB 123 4567 89',
  email: 'hello@flowers.example',
  phone: '+44 20 7946 0000',
  website: 'https://flowers.example',
  description: '',
  notes: '',
  ...some,
})
const post = (user: { id: string }, payload: object) => call(user, `POST ${base}`, { payload })
const invited = {
  administratorEmail: 'Ada@flowers.example',
  administratorFirstName: 'Ada',
  administratorLastName: 'Şahin',
}

describe('a new merchant', () => {
  test('comes with its short name, and its first administrator is invited by mail', async () => {
    const made = await post(operator, input(invited))
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json()
    expect(made.json()).toMatchObject({
      slug: 'sahin-cicek-ltd',
      boardingStage: 'Application',
      isActive: false,
      activationDate: null,
      taxNumber: 'GB 123 4567 89',
    })
    expect(made.json()).not.toHaveProperty('administratorEmail')
    const { rows } = await db.owner.query(
      `select recipient, role.is_administrator, app_user.user_type
       from mail join app_user on app_user.tenant_id = mail.tenant_id and app_user.email = mail.recipient
       join role on (role.tenant_id, role.id) = (app_user.tenant_id, role_id)
       where mail.merchant_id = $1`,
      [id],
    )
    expect(rows).toEqual([
      { recipient: 'ada@flowers.example', is_administrator: true, user_type: 'merchant' },
    ])
    const refused = await call(operator, `DELETE ${base}/${id}`)
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      expect.stringContaining('Users: 1'),
    ])
  })

  test('brings the role of administrators where its tenant has none, which is kept for the next', async () => {
    const bare = await makeTenant(db)
    const seller = await makeUser(db, { tenant_id: bare.id, user_type: 'tenant', permissions })
    const roles = async () =>
      (
        await db.owner.query(
          `select role.id, name, is_administrator, merchant_id, permissions,
             (select count(*)::int from audit_entry
              where (audit_entry.tenant_id, record_id) = (role.tenant_id, role.id::text)) as audited
           from role where tenant_id = $1 and user_type = 'merchant' order by name`,
          [bare.id],
        )
      ).rows
    // a role that a person makes is not one of administrators, and may have the name already
    await db.owner.query(
      `insert into app.role (tenant_id, id, name, user_type, permissions, created_at)
       values ($1, gen_random_uuid(), 'administrator', 'merchant', '{}', now())`,
      [bare.id],
    )
    const made = await Promise.all(
      ['First Ltd', 'Second Ltd'].map((legalBusinessName, index) =>
        post(
          seller,
          input({ ...invited, administratorEmail: `a${index}@bare.example`, legalBusinessName }),
        ),
      ),
    )
    expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    const [own, ...others] = (await roles()).filter((role) => role.is_administrator)
    expect(others).toEqual([])
    expect(own).toMatchObject({ name: 'Administrator 2', merchant_id: null, audited: 1 })
    expect(own.permissions).toEqual([...permissionsOf('merchant')])
  })

  test('is made whole or not at all', async () => {
    const name = 'Half Ltd'
    const half = (some: object) => post(operator, input({ legalBusinessName: name, ...some }))
    const taken = await half({ ...invited, administratorEmail: operator.email })
    expect([taken.statusCode, taken.json().errors[0].path]).toEqual([409, 'administratorEmail'])
    const nameless = await half({ administratorEmail: 'someone@half.example' })
    expect([nameless.statusCode, nameless.json().errors[0].path]).toEqual([
      422,
      'administratorFirstName',
    ])
    const list = await call(operator, `GET ${base}?searchKey=${name}`)
    expect(list.json().count).toBe(0)
  })

  test('is refused for what is taken when another one is made at the same moment', async () => {
    /** The refusal of a merchant whose call arrives while another one is not committed yet. */
    const refusalBeside = async (
      name: string,
      other: { slug: string; legal_business_name: string },
    ) => {
      const made = await db.database.transaction(tenantScope(tenant.id), async (loader) => {
        await makeMerchant({ loader }, { tenant_id: tenant.id, ...other })
        const answer = post(operator, input({ legalBusinessName: name }))
        await vi.waitFor(async () => {
          const { rowCount } = await db.owner.query(
            `select from pg_stat_activity where datname = current_database() and state = 'active'
               and query like 'insert into "merchant"%'`,
          )
          expect(rowCount).toBe(1)
        })
        // not awaited here: it waits for this transaction to end
        return { answer }
      })
      const { code, errors } = (await made.answer).json()
      return { code, path: errors[0]?.path }
    }
    expect([
      await refusalBeside('Two At Once', {
        slug: 'two-at-once',
        legal_business_name: 'Two-At-Once',
      }),
      await refusalBeside('Blue Sea', { slug: 'sea', legal_business_name: 'BLUE SEA' }),
    ]).toEqual([
      // no one enters the short name, so that no field is wrong
      { code: 'resource.made_at_once', path: undefined },
      { code: 'resource.duplicate', path: 'legalBusinessName' },
    ])
    expect(
      (await post(operator, input({ legalBusinessName: 'Two At Once' }))).json(),
    ).toMatchObject({
      slug: 'two-at-once-2',
    })
  })

  test('is not for who may only look, and invites nobody for who looks after no users', async () => {
    const without = async (right: string) =>
      makeUser(db, { ...own, permissions: permissions.filter((one) => one !== right) })
    const looker = await without('CRM.Organization.Edit')
    expect((await post(looker, input({ legalBusinessName: 'Looked At' }))).statusCode).toBe(403)
    expect((await call(looker, `GET ${base}/${known.id}`)).statusCode).toBe(200)
    const alone = await without('manageMerchantRoles')
    const refused = await post(alone, input({ ...invited, legalBusinessName: 'Alone' }))
    expect(refused.statusCode).toBe(422)
    const bare = await post(alone, input({ legalBusinessName: 'Alone' }))
    expect(bare.statusCode, bare.body).toBe(201)
  })
})

test('who is limited to some merchants sees and changes those, and makes none', async () => {
  const list = await call(limited, `GET ${base}`)
  expect(list.json().data.map(({ id }: { id: string }) => id)).toEqual([known.id])
  const csv = await call(limited, `GET ${base}/export`)
  expect(csv.body.trim().split('\n')).toHaveLength(2)
  expect((await post(limited, input({ legalBusinessName: 'Another' }))).statusCode).toBe(403)
  const { version, ...row } = (await call(limited, `GET ${base}/${known.id}`)).json()
  const names = Object.keys(merchants.fields)
  const values = Object.fromEntries(names.map((name) => [name, row[name]]))
  const payload = { ...values, notes: 'Called on Monday', version }
  const changed = await call(limited, `PUT ${base}/${known.id}`, { payload })
  expect([changed.statusCode, changed.json().notes]).toEqual([200, 'Called on Monday'])
  const other = (await post(operator, input({ legalBusinessName: 'Cedar Ltd' }))).json()
  const turned = { payload: { ids: [other.id], isActive: true } }
  expect((await call(limited, `PUT ${base}/active`, turned)).statusCode).toBe(404)
  for (const user of [limited, stranger]) {
    expect((await call(user, `GET ${base}/${other.id}`)).statusCode).toBe(404)
  }
  expect((await call(operator, `PUT ${base}/active`, turned)).statusCode).toBe(200)
  const now = (await call(operator, `GET ${base}/${other.id}`)).json()
  expect(now).toMatchObject({ merchantStatus: 'Active', activationDate: expect.any(String) })
})

test('its operator says how far its boarding has come', async () => {
  const made = await post(operator, input({ legalBusinessName: 'Hazel Ltd' }))
  expect(made.json()).toMatchObject({ boardingStage: 'Application', reviewStatus: 'Not started' })
  const { id, version } = made.json()
  const moved = { boardingStage: 'Documents', reviewStatus: 'In review' }
  const payload = { ...input({ legalBusinessName: 'Hazel Ltd' }), ...moved, version }
  const changed = await call(operator, `PUT ${base}/${id}`, { payload })
  expect(changed.statusCode, changed.body).toBe(200)
  expect((await call(operator, `GET ${base}/${id}`)).json()).toMatchObject(moved)
})

test("a merchant's administrators are told when its boarding is complete, and how it stands later", async () => {
  const { id } = (await post(operator, input({ legalBusinessName: 'Elm Ltd' }))).json()
  const change = async (some: object) => {
    const { version, ...row } = (await call(operator, `GET ${base}/${id}`)).json()
    const names = Object.keys(merchants.fields)
    const values = Object.fromEntries(names.map((name) => [name, row[name]]))
    const payload = { ...values, ...some, version }
    expect((await call(operator, `PUT ${base}/${id}`, { payload })).statusCode).toBe(200)
  }
  await change({ notes: 'Nothing that they need to know' })
  await change({ processingStatus: 'NoProcessing' })
  await call(operator, `PUT ${base}/active`, { payload: { ids: [id], isActive: true } })
  await change({ merchantStatus: 'In boarding' })
  await change({ merchantStatus: 'Active', processingStatus: 'FullProcessing' })
  await change({ processingStatus: 'SandboxEnabled' })
  await call(operator, `PUT ${base}/active`, { payload: { ids: [id], isActive: false } })
  const { rows } = await db.owner.query(
    `select data->>'type' as type, data->'title'->>'en' as title, data->'description'->>'tr' as turkish
     from pgboss.job where name = 'notifications.fan-out' and data->'to'->>'merchantId' = $1
     order by created_on`,
    [id],
  )
  expect(rows).toEqual([
    { type: 'MerchantStanding', title: 'Your account: In boarding', turkish: null },
    { type: 'MerchantStanding', title: 'Your account: Active', turkish: 'Ödemeler: Yok' },
    { type: 'MerchantStanding', title: 'Your account: In boarding', turkish: null },
    { type: 'Boarding', title: 'Your boarding is complete', turkish: 'Ödemeler: Test ve Canlı' },
    { type: 'MerchantStanding', title: 'Your account: Active', turkish: 'Ödemeler: Yalnızca Test' },
    { type: 'MerchantStanding', title: 'Your account: Suspended', turkish: null },
  ])
})
