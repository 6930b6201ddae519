import { expect, test } from 'vitest'
import { listedAddressOf, placesOf } from './ip-addresses.rules.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['203.0.113.77/24', '203.0.113.0/24'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
  ['2001:db8:1:2::9/48', '2001:db8:1::/48'],
  ['203.0.113.7/33', undefined],
  ['203.0.113.7/0', undefined],
  ['203.0.113.7/24/24', undefined],
  ['203.0.113', undefined],
  ['fe80::1%eth0', undefined],
])('%s is listed as %s', (typed, listed) => {
  expect(listedAddressOf(typed)).toBe(listed)
})

test('an address is found in its networks, however it is spelled', () => {
  expect(placesOf('::ffff:203.0.113.7')).toEqual(placesOf('203.0.113.7'))
  expect(placesOf('203.0.113.7')).toHaveLength(32)
  expect(placesOf('2001:DB8:0::1')).toEqual(
    expect.arrayContaining(['2001:db8::1', '2001:db8::/32', '2001:db8::/64']),
  )
  expect(placesOf('203.0.114.7')).not.toContain(listedAddressOf('203.0.113.0/24'))
  expect(placesOf('unknown')).toEqual([])
})
