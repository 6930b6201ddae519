import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { openSupport } from '@counterfoil/tools/testing/support.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'

const {
  ask,
  call,
  createTicket,
  agentPath,
  platformPath,
  requesterPath,
  base,
  merchant,
  platform,
  tenant,
  db,
} = await openSupport()
const blue = { value: 'Blue 2', color: '#0000FF' }

test('the three default labels are made once for each organisation, and stay as they are [labels.defaults]', async () => {
  const defaults = [
    { value: 'Pending', color: '#FFD700', isDefault: true },
    { value: 'Done', color: '#90EE90', isDefault: true },
    { value: 'In progress', color: '#6495ED', isDefault: true },
  ]
  const lists = await Promise.all(
    (['merchant', 'operator', 'staff', 'operator'] as const).map((who) =>
      ask(who, `GET ${base}/labels`),
    ),
  )
  for (const list of lists) expect(list).toMatchObject(defaults)
  expect(lists[1]).toEqual(lists[3])
  expect(new Set(lists.flat().map((one) => one.labelId)).size).toBe(9)
  const { labelId } = lists[0][0]
  expect((await ask('merchant', `PUT ${base}/label/${labelId}`, blue, 409)).code).toBe(
    'label.is_default',
  )
  await ask('merchant', `DELETE ${base}/label/${labelId}`, undefined, 409)
})

test('holders of a support lookup alone have labels, made with their first look [labels.init]', async () => {
  const quiet = await makeTenant(db)
  const shop = await makeMerchant(db, { tenant_id: quiet.id })
  await db.owner.query('delete from support_label where tenant_id = $1', [platform.id])
  const audiences = [
    [
      'Merchant.Support.Lookup',
      { tenant_id: quiet.id, user_type: 'merchant', merchant_id: shop.id },
    ],
    ['CRM.Support.Lookup', { tenant_id: quiet.id, user_type: 'tenant' }],
    ['Platform.Support.Lookup', { tenant_id: platform.id, user_type: 'platform' }],
  ] as const
  const made = async (of: { tenant_id: string; merchant_id?: string }) => {
    const { rows } = await db.owner.query(
      'select value from support_label where tenant_id = $1 and merchant_id is not distinct from $2',
      [of.tenant_id, of.merchant_id ?? null],
    )
    return rows.length
  }
  for (const [lookup, of] of audiences) {
    // everything else that a support desk needs
    const without = await makeUser(db, {
      ...of,
      permissions: ['CRM.Transaction.View', 'CRM.Organization.View'],
    })
    const refused = await call(without, `GET ${base}/labels`)
    expect([lookup, refused.statusCode, await made(of)]).toEqual([lookup, 403, 0])
    const holder = await makeUser(db, { ...of, permissions: [lookup] })
    expect((await call(holder, `GET ${base}/labels`)).json()).toHaveLength(3)
    expect([lookup, await made(of)]).toEqual([lookup, 3])
  }
  await ask('nobody', `GET ${base}/labels`, undefined, 401)
})

test('a name has letters, digits and spaces, and is none of the defaults’ [labels.name.rule] [labels.name.message]', async () => {
  for (const value of [
    '',
    '   ',
    'a-b',
    '<b>',
    'Pending',
    'done',
    'IN PROGRESS',
    ' In progress ',
    undefined,
  ]) {
    const refused = await ask('operator', `POST ${base}/label`, { ...blue, value }, 400)
    expect([value, refused.errors[0].message]).toEqual([
      value,
      'This field is required and must be alphanumeric.',
    ])
  }
  expect(
    await ask('operator', `POST ${base}/label`, { ...blue, value: ' Öncelikli 2 ' }),
  ).toMatchObject({ value: 'Öncelikli 2', isDefault: false })
  await ask('operator', `POST ${base}/label`, { ...blue, value: 'öncelikli 2' }, 409)
})

test('a label needs a colour and no description [labels.other-fields]', async () => {
  for (const color of [undefined, '', 'red', '#12345', 'url(x)']) {
    await ask('operator', `POST ${base}/label`, { value: 'Colourless', color }, 400)
  }
  expect(
    await ask('operator', `POST ${base}/label`, {
      value: 'Described',
      color: '#112233',
      description: 'Why',
    }),
  ).toMatchObject({ description: 'Why' })
})

test('the order is the organisation’s own and names each label once [labels.reorder]', async () => {
  const before = await ask('staff', `GET ${base}/labels`)
  const newLabelIdsList = before.map((one: { labelId: string }) => one.labelId).reverse()
  const after = await ask('staff', `POST ${base}/labels/rearrange`, { newLabelIdsList })
  expect(after).toEqual(before.toReversed())
  expect(await ask('staff', `GET ${base}/labels`)).toEqual(after)
  for (const wrong of [
    newLabelIdsList.slice(1),
    [...newLabelIdsList, v7()],
    [newLabelIdsList[0], ...newLabelIdsList.slice(0, -1)],
  ]) {
    await ask('staff', `POST ${base}/labels/rearrange`, { newLabelIdsList: wrong }, 409)
  }
})

test('a ticket has one label of each side, which the other side does not see [labels.assign]', async () => {
  const id = await createTicket()
  const [desks] = await ask('operator', `GET ${base}/labels`)
  const [, own] = await ask('merchant', `GET ${base}/labels`)
  await ask('operator', `POST ${agentPath(id)}/set-support-label/${desks.labelId}`)
  await ask('merchant', `POST ${base}/ticket/${merchant.id}/${id}/set-support-label/${own.labelId}`)
  expect((await ask('operator', `GET ${agentPath(id)}`)).label).toEqual(desks)
  expect((await ask('merchant', `GET ${requesterPath(id)}`)).label).toEqual(own)
  expect(await ask('operator', `GET ${base}/ticket/my?labelId=${desks.labelId}`)).toMatchObject({
    count: 1,
  })
  expect(await ask('operator', `GET ${base}/ticket/my?labelId=${own.labelId}`)).toMatchObject({
    count: 0,
  })
  // another organisation's label is none
  await ask('operator', `POST ${agentPath(id)}/set-support-label/${own.labelId}`, undefined, 404)
  await ask('merchant', `GET ${base}/label/${desks.labelId}`, undefined, 404)
  await ask('operator', `DELETE ${agentPath(id)}/set-support-label`)
  expect((await ask('operator', `GET ${agentPath(id)}`)).label).toBe(null)
})

test('a deleted label is off its tickets, the platform’s in every tenant too', async () => {
  const id = await createTicket('operator')
  const { labelId } = await ask('staff', `POST ${base}/label`, blue)
  await ask('staff', `POST ${base}/ticket/${tenant.id}/${id}/set-support-label/${labelId}`)
  expect((await ask('staff', `GET ${platformPath(id)}`)).label.value).toBe('Blue 2')
  await ask('staff', `DELETE ${base}/label/${labelId}`)
  expect((await ask('staff', `GET ${platformPath(id)}`)).label).toBe(null)
  const { rows } = await db.owner.query('select agent_label_id from support_ticket where id = $1', [
    id,
  ])
  expect(rows).toEqual([{ agent_label_id: null }])
})

test('an operator limited to some merchants deletes no label, which the others’ tickets have too', async () => {
  const { labelId } = await ask('operator', `POST ${base}/label`, {
    value: 'Of all',
    color: '#123456',
  })
  const id = await createTicket()
  await ask('operator', `POST ${base}/ticket/${merchant.id}/${id}/set-support-label/${labelId}`)
  await ask('limited', `DELETE ${base}/label/${labelId}`, undefined, 403)
  expect((await ask('operator', `GET ${agentPath(id)}`)).label).toMatchObject({ value: 'Of all' })
})

test('a label is not entered twice because Turkish has a dotted and a dotless i', async () => {
  const label = (value: string) => ({ value, color: '#112233', description: '' })
  for (const [first, again] of [
    ['İADE', 'iade'],
    ['Işık', 'IŞIK'],
  ] as const) {
    await ask('operator', `POST ${base}/label`, label(first))
    const refused = await ask('operator', `POST ${base}/label`, label(again), 409)
    expect(refused.code).toBe('label.name_taken')
  }
})
