import { currencyCode, emailAddress, id, pageQuery } from '@counterfoil/kit/contract/fields.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf, sampleOf } from './sample.ts'

const body = z.object({
  id,
  currency: currencyCode,
  amount: z.int().positive(),
  email: emailAddress,
  method: z.discriminatedUnion('type', [
    z.object({ type: z.literal('card'), number: z.string().min(12) }),
    z.object({ type: z.literal('bank') }),
  ]),
  tags: z.array(z.enum(['a', 'b'])).min(2),
  note: z.string().max(10).optional(),
})

test('a sample is accepted by its schema', () => {
  expect(body.parse(sampleOf(body))).not.toHaveProperty('note')
  expect(body.parse(sampleOf(body, 'all'))).toHaveProperty('note')
  expect(pageQuery.parse(sampleOf(pageQuery))).toMatchObject({ pageIndex: 0 })
})

test('where none can be found it says so', () => {
  const odd = z.string().refine((text) => text === 'open sesame')
  expect(() => sampleOf(odd)).toThrow(/examples/)
  expect(sampleOf(odd.meta({ examples: ['open sesame'] }))).toBe('open sesame')
})

test('names its fields', () => {
  expect(fieldsOf(body).map((field) => field.name)).toContain('amount')
})
