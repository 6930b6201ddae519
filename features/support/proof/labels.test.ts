import { openSupport } from '@counterfoil/tools/testing/support.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'

const { ask, raise, asDesk, asPlatform, asRequester, base, merchant, neighbour, tenant, db } =
  await openSupport()
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

test('holders of a support lookup alone have labels [labels.init]', async () => {
  const answer = await ask('nobody', `GET ${base}/labels`, undefined, 401)
  expect(answer.code).toEqual(expect.any(String))
  const rows = await db.owner.query(
    'select count(*)::int as n from support_label where merchant_id = $1',
    [neighbour.id],
  )
  expect(rows.rows[0].n).toBe(0)
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
  const id = await raise()
  const [desks] = await ask('operator', `GET ${base}/labels`)
  const [, own] = await ask('merchant', `GET ${base}/labels`)
  await ask('operator', `POST ${asDesk(id)}/set-support-label/${desks.labelId}`)
  await ask('merchant', `POST ${base}/ticket/${merchant.id}/${id}/set-support-label/${own.labelId}`)
  expect((await ask('operator', `GET ${asDesk(id)}`)).label).toEqual(desks)
  expect((await ask('merchant', `GET ${asRequester(id)}`)).label).toEqual(own)
  expect(await ask('operator', `GET ${base}/ticket/my?labelId=${desks.labelId}`)).toMatchObject({
    count: 1,
  })
  expect(await ask('operator', `GET ${base}/ticket/my?labelId=${own.labelId}`)).toMatchObject({
    count: 0,
  })
  // another organisation's label is none
  await ask('operator', `POST ${asDesk(id)}/set-support-label/${own.labelId}`, undefined, 404)
  await ask('merchant', `GET ${base}/label/${desks.labelId}`, undefined, 404)
  await ask('operator', `DELETE ${asDesk(id)}/set-support-label`)
  expect((await ask('operator', `GET ${asDesk(id)}`)).label).toBe(null)
})

test('a deleted label is off its tickets, the platform’s in every tenant too', async () => {
  const id = await raise('operator')
  const { labelId } = await ask('staff', `POST ${base}/label`, blue)
  await ask('staff', `POST ${base}/ticket/${tenant.id}/${id}/set-support-label/${labelId}`)
  expect((await ask('staff', `GET ${asPlatform(id)}`)).label.value).toBe('Blue 2')
  await ask('staff', `DELETE ${base}/label/${labelId}`)
  expect((await ask('staff', `GET ${asPlatform(id)}`)).label).toBe(null)
  const { rows } = await db.owner.query('select desk_label_id from support_ticket where id = $1', [
    id,
  ])
  expect(rows).toEqual([{ desk_label_id: null }])
})
