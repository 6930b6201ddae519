import { createHash, randomUUID } from 'node:crypto'
import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { type Actor, type ActorKind, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { disputedPayment } from '@counterfoil/features/payments/disputes/testing/disputed-payment.public.ts'
import { maxTotalBytes } from '@counterfoil/kit/contract/uploads.ts'
import type {
  DisputeAnswerRequest,
  DisputeAnswerResult,
} from '@counterfoil/providers/acquirers/acquirer.ts'
import { withAcquirer } from '@counterfoil/tools/testing/payments.ts'
import { multipartForm, sampleFiles } from '@counterfoil/tools/testing/sample-files.ts'
import { describe, expect, test } from 'vitest'
import { sendAnswers } from './disputes.jobs.ts'

const testApi = await openTestApi()
const key = 'cf_test_demo_harbour'

const sent = (bytes: Uint8Array) => ({
  bytes: Buffer.from(bytes),
  sha256: createHash('sha256').update(bytes).digest('hex'),
})
const prefixOf = ({ userType }: Actor) =>
  userType === 'merchant' ? '/api/transactions' : '/api/crm/transactions'
const headersOf = ({ token }: Actor) => ({ authorization: `Bearer ${token}`, systemmode: 'Test' })

async function upload(actor: Actor, name: string, bytes: Uint8Array): Promise<string> {
  const { payload, headers } = multipartForm([{ name, bytes }])
  const folder = actor.userType === 'platform' ? `/${tenantOfPayments}` : ''
  const answer = await testApi.app.inject({
    ...{ method: 'POST', url: `/api/fs${folder}/file`, payload },
    headers: { ...headersOf(actor), ...headers },
  })
  expect(answer.statusCode).toBe(201)
  return answer.json().fileId
}
const { tenantId: tenantOfPayments } = await testApi.actor('operator')

const contest = (actor: Actor, id: string, fileIds: readonly string[]) =>
  testApi.app.inject({
    ...{ method: 'POST', url: `${prefixOf(actor)}/${id}/dispute/contest` },
    headers: { ...headersOf(actor), 'idempotency-key': randomUUID() },
    payload: { statement: 'Signed for', fileIds },
  })

const evidenceSeenBy = async (actor: Actor, id: string) => {
  const url = `${prefixOf(actor)}/${id}/details`
  const answer = await testApi.app.inject({ url, headers: headersOf(actor) })
  return answer.json().disputes[0].evidence
}

const read = (actor: Actor, fileId: string) =>
  testApi.app.inject({ url: `/api/fs/file/${fileId}`, headers: headersOf(actor) })

/** Runs the job that sends answers, and lists what the acquirer was sent. */
async function sentToAcquirer(answer: DisputeAnswerResult): Promise<DisputeAnswerRequest[]> {
  const requests: DisputeAnswerRequest[] = []
  const providers = withAcquirer(testApi.providers, 'sandbox_alpha', () => ({
    answerDispute: async (request) => {
      requests.push(request)
      return answer
    },
  }))
  await sendAnswers(providers, jobContextOf(testApi.test))
  return requests
}

describe.each(['merchant', 'operator', 'limited', 'narrow', 'platform'] as const)(
  'evidence of a %s',
  (kind: ActorKind) => {
    test('goes to the acquirer with the answer, and is read by who may see the payment', async () => {
      const actor = await testApi.actor(kind)
      const { paymentId, dispute } = await disputedPayment(testApi, key, {})
      const fileIds = [
        await upload(actor, 'Receipt.pdf', sampleFiles.pdf),
        await upload(actor, 'Signature.png', sampleFiles.png),
      ]
      const answer = await contest(actor, paymentId, fileIds)
      expect(answer.statusCode).toBe(200)
      const about = { isOfAnswer: true, contentType: 'application/pdf' }
      const listed = [
        { ...about, fileId: fileIds[0], name: 'Receipt.pdf', size: sampleFiles.pdf.byteLength },
        { name: 'Signature.png', contentType: 'image/png' },
      ]
      const merchant = await testApi.actor('merchant')
      for (const reader of [actor, merchant]) {
        expect(await evidenceSeenBy(reader, paymentId)).toMatchObject(listed)
        const file = await read(reader, String(fileIds[0]))
        expect(Buffer.compare(file.rawPayload, sampleFiles.pdf)).toBe(0)
      }
      const state = { state: 'answered', sequence: 2, respondBy: null } as const
      const requests = await sentToAcquirer({
        result: 'received',
        dispute: { ...dispute, ...state },
      })
      expect(requests).toMatchObject([
        {
          ...{ dispute: dispute.reference, answer: 'contest', statement: 'Signed for' },
          evidence: [
            { name: 'Receipt.pdf', contentType: 'application/pdf', ...sent(sampleFiles.pdf) },
            { name: 'Signature.png', contentType: 'image/png', ...sent(sampleFiles.png) },
          ],
        },
      ])
    })
  },
)

test('no one without sight of the payment reads its evidence', async () => {
  const merchant = await testApi.actor('merchant')
  const { paymentId } = await disputedPayment(testApi, key, {})
  const fileId = await upload(merchant, 'Receipt.pdf', sampleFiles.pdf)
  await contest(merchant, paymentId, [fileId])
  const without = [
    'CRM.Transaction.View',
    'Merchant.Transaction.View',
    'Platform.Transaction.Lookup',
  ]
  for (const kind of ['operator', 'merchant'] as const) {
    const blind = await testApi.actor(kind, without)
    expect((await read(blind, fileId)).statusCode).toBe(404)
  }
})

test('an answer that was refused is given again with other files: the earlier ones stay, and are not sent again', async () => {
  const merchant = await testApi.actor('merchant')
  const { paymentId } = await disputedPayment(testApi, key, {})
  const first = await upload(merchant, 'Receipt.pdf', sampleFiles.pdf)
  await contest(merchant, paymentId, [first])
  await sentToAcquirer({ result: 'refused', code: 'evidence', text: 'Cannot be read' })
  const second = await upload(merchant, 'Signature.png', sampleFiles.png)
  expect((await contest(merchant, paymentId, [second])).statusCode).toBe(200)
  expect(await evidenceSeenBy(merchant, paymentId)).toMatchObject([
    { name: 'Receipt.pdf', isOfAnswer: false },
    { name: 'Signature.png', isOfAnswer: true },
  ])
  const [request] = await sentToAcquirer({ result: 'refused', code: 'evidence', text: 'No' })
  expect(request?.evidence.map(({ name }) => name)).toEqual(['Signature.png'])
})

test('files of an earlier answer take no room from those of the next, which alone are sent', async () => {
  const merchant = await testApi.actor('merchant')
  const { paymentId } = await disputedPayment(testApi, key, {})
  const uploadLarge = async (name: string, bytes: number) => {
    const id = await upload(merchant, name, sampleFiles.pdf)
    await testApi.test.owner.query('update file set size_bytes = $2 where id = $1', [id, bytes])
    return id
  }
  const first = await uploadLarge('Receipt.pdf', maxTotalBytes)
  expect((await contest(merchant, paymentId, [first])).statusCode).toBe(200)
  await sentToAcquirer({ result: 'refused', code: 'evidence', text: 'Cannot be read' })
  const tooLarge = await uploadLarge('Everything.pdf', maxTotalBytes + 1)
  expect((await contest(merchant, paymentId, [tooLarge])).statusCode).toBe(413)
  const second = await uploadLarge('Signature.pdf', maxTotalBytes)
  expect((await contest(merchant, paymentId, [second])).statusCode).toBe(200)
})

test('what acquirers do not take is refused by its name, and stays the user’s', async () => {
  const merchant = await testApi.actor('merchant')
  const { paymentId } = await disputedPayment(testApi, key, {})
  const [list, proof] = [
    await upload(merchant, 'Orders.docx', sampleFiles.docx),
    await upload(merchant, 'Receipt.pdf', sampleFiles.pdf),
  ]
  const refused = await contest(merchant, paymentId, [proof, list])
  expect(refused.json()).toMatchObject({
    ...{ status: 400, code: 'dispute.evidence_type' },
    detail: expect.stringContaining('Orders.docx'),
  })
  const another = await testApi.actor('merchant')
  expect((await contest(another, paymentId, [proof])).statusCode).toBe(404)
  expect((await contest(merchant, paymentId, [proof])).statusCode).toBe(200)
  expect((await contest(merchant, paymentId, Array(11).fill(proof))).statusCode).toBe(400)
})

test('an answer whose files cannot be read is not sent, and is tried later', async () => {
  const merchant = await testApi.actor('merchant')
  const { paymentId } = await disputedPayment(testApi, key, {})
  const fileId = await upload(merchant, 'Receipt.pdf', sampleFiles.pdf)
  await contest(merchant, paymentId, [fileId])
  const { storage } = testApi.providers
  const silent = { ...storage, read: () => Promise.reject(new Error('silent')) }
  const asked: DisputeAnswerRequest[] = []
  const providers = withAcquirer(
    { ...testApi.providers, storage: silent },
    'sandbox_alpha',
    () => ({
      answerDispute: async (request) => {
        asked.push(request)
        return { result: 'refused', code: 'evidence', text: 'No' }
      },
    }),
  )
  await sendAnswers(providers, jobContextOf(testApi.test))
  expect(asked).toEqual([])
  const { rows } = await testApi.test.owner.query(
    'select answer_state, answer_checks, answer_at > now() as later from dispute where payment_id = $1',
    [paymentId],
  )
  expect(rows).toEqual([{ answer_state: 'requested', answer_checks: 1, later: true }])
})
