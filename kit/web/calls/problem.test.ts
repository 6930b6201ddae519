import compile from 'icu-minify/compile'
import { describe, expect, test } from 'vitest'
import { messageOf, readProblem } from './problem.ts'
import { addProblemTexts } from './problem-translations.ts'

const answer = (status: number, body: BodyInit | null, type = 'application/problem+json') =>
  new Response(body, { status, headers: { 'content-type': type, 'x-request-id': 'from-header' } })

describe('message of an error [errors.global.order]', () => {
  test.each([
    ['a plain text', 'a plain text'],
    [{ errors: [{ message: 'first' }], error: 'second' }, 'first'],
    [{ errors: [{ path: 'x' }], error: 'second' }, 'second'],
    [{ errors: { pageSize: ['third'] } }, 'third'],
    [{ error: 'second', errors: { pageSize: ['third'] } }, 'second'],
    [{ title: 'only a title' }, 'Unknown error'],
    [null, 'Unknown error'],
    ['', 'Unknown error'],
  ])('%j is told as %j', (body, message) => {
    expect(messageOf(body)).toBe(message)
  })
})

describe('a refused answer', () => {
  test('in Turkish has the text of its code, and the documents’ own texts too', async () => {
    document.documentElement.lang = 'tr'
    addProblemTexts('tr', { 'refund.exceeds_captured': 'İade, tahsil edilenden fazla olamaz' })
    const body = { code: 'refund.exceeds_captured', errors: [{ message: 'Too much' }] }
    expect((await readProblem(answer(409, JSON.stringify(body)))).message).toBe(
      'İade, tahsil edilenden fazla olamaz',
    )
    expect((await readProblem(answer(403, '{}'))).message).toBe(
      'Bu işlemi gerçekleştirme yetkiniz yok',
    )
    document.documentElement.lang = 'en'
    expect((await readProblem(answer(409, JSON.stringify(body)))).message).toBe('Too much')
  })

  test('in Turkish names the values that it brings, and without them is told as the server says it', async () => {
    document.documentElement.lang = 'tr'
    addProblemTexts('tr', { 'merchant.not_active': compile('{merchant} etkin değil') })
    const body = { code: 'merchant.not_active', errors: [{ message: 'Aster $& Co is not active' }] }
    const messageWith = async (params?: object) =>
      (await readProblem(answer(409, JSON.stringify({ ...body, params })))).message
    expect(await messageWith({ merchant: 'Aster $& Co' })).toBe('Aster $& Co etkin değil')
    expect(await messageWith()).toBe('Aster $& Co is not active')
    expect(await messageWith({ merhcant: 'Aster' })).toBe('Aster $& Co is not active')
    document.documentElement.lang = 'en'
  })

  test('has its code, its fields and the request to quote', async () => {
    const problem = await readProblem(
      answer(
        409,
        JSON.stringify({
          code: 'refund.exceeds_captured',
          instance: 'request-1',
          errors: [{ message: 'Too much', path: 'amount' }],
        }),
      ),
    )
    expect(problem).toMatchObject({
      message: 'Too much',
      status: 409,
      code: 'refund.exceeds_captured',
      requestId: 'request-1',
      errors: [{ message: 'Too much', path: 'amount' }],
    })
    expect(problem.isOutcomeUnknown).toBe(false)
  })

  test('403 has the text of the documents [errors.http-403]', async () => {
    const problem = await readProblem(answer(403, JSON.stringify({ error: 'else' })))
    expect(problem.message).toBe('You are not authorized to perform this action')
  })

  test('403 with a reason of its own names it after the text of the documents', async () => {
    const said = (code: string, message: string) =>
      readProblem(answer(403, JSON.stringify({ code, errors: [{ message }] })))
    expect((await said('merchant.not_active', 'Pier Nine is not active')).message).toBe(
      'You are not authorized to perform this action. Pier Nine is not active',
    )
    const byRole = 'You are not authorized to perform this action'
    expect((await said('forbidden', byRole)).message).toBe(byRole)
    expect((await said('view_as.lost', 'It has ended')).message).toBe('It has ended')
  })

  test('a binary body is parsed for its error text [errors.global.binary]', async () => {
    const body = new Blob([JSON.stringify({ errors: [{ message: 'No such file' }] })])
    const problem = await readProblem(answer(404, body, 'application/octet-stream'))
    expect(problem.message).toBe('No such file')
  })

  test('an empty body and a page of some proxy tell nothing [errors.missing-body]', async () => {
    expect((await readProblem(answer(500, null))).message).toBe('Unknown error')
    const page = await readProblem(answer(502, '<html>Bad gateway</html>', 'text/html'))
    expect(page.message).toBe('Unknown error')
    expect(page.requestId).toBe('from-header')
    expect(page.isOutcomeUnknown).toBe(true)
  })
})
