import { expect, test } from 'vitest'
import { withResult } from './payment-pages.rules.ts'

test.each([
  ['https://shop.example', 'https://shop.example/?paymentId=1&status=paid'],
  ['https://shop.example/?', 'https://shop.example/?paymentId=1&status=paid'],
  [
    'https://shop.example/t?x=%20a&y=a+b&sig=a%2Fb~c&flag#basket',
    'https://shop.example/t?x=%20a&y=a+b&sig=a%2Fb~c&flag&paymentId=1&status=paid#basket',
  ],
  [
    'https://shop.example/t?status=open&a=1&payment%49d=7&&é=ü',
    'https://shop.example/t?a=1&%C3%A9=%C3%BC&paymentId=1&status=paid',
  ],
  ['https://shop.example/%zz?q=%zz', 'https://shop.example/%zz?q=%zz&paymentId=1&status=paid'],
])('%s gets the result, and keeps what it has of its own', (address, expected) => {
  expect(withResult(address, new URLSearchParams({ paymentId: '1', status: 'paid' }))).toBe(
    expected,
  )
})
