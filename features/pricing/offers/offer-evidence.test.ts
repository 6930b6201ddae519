import { offerFixture } from '@counterfoil/features/pricing/offers/testing/offer-fixture.public.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'

const { db, call, tenant, merchant } = await offerFixture()

test.each([
  ['of all merchants', {}],
  ['of some merchants', { limited_to: [merchant.id] }],
])(
  'an acceptance that is not stored leaves its evidence alone, so that an operator %s records it again',
  async (_, limits) => {
    const operator = await makeUser(db, {
      ...{ tenant_id: tenant.id, user_type: 'tenant', ...limits },
      permissions: ['CRM.Organization.View', 'CRM.Organization.Edit'],
    })
    const ask = (what: string, payload: object) => call(operator, what, { payload })
    const input = { merchantId: merchant.id, language: 'en', templateId: null }
    const { id } = (await ask('POST /api/agreements', input)).json()
    await db.owner.query(`update offer set body = '<p>A text</p>' where id = $1`, [id])
    await ask(`POST /api/agreements/${id}/send`, { revision: 1 })
    const fileId = v7()
    await db.owner.query(
      `insert into file (tenant_id, id, uploader_id, uploader_tenant_id, name, content_type, size_bytes, sha256, state, created_at)
       values ($1, $2, $3, $1, 'signed.pdf', 'application/pdf', 10, 'x', 'stored', now())`,
      [tenant.id, fileId, operator.id],
    )
    const evidence = { channel: 'email', acceptedOn: '2026-01-02', fileId }
    const accept = () =>
      ask(`PUT /api/agreements/${id}/accept`, { signedBy: 'Ada Harbour', evidence })
    await db.owner.query(
      `alter table audit_entry add constraint none check (action <> 'agreements.accept') not valid`,
    )
    try {
      expect((await accept()).statusCode).toBe(500)
    } finally {
      await db.owner.query('alter table audit_entry drop constraint none')
    }
    const accepted = await accept()
    expect([accepted.statusCode, accepted.json().status]).toEqual([200, 'Accepted'])
  },
)
