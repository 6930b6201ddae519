import { expect, test } from 'vitest'
import { channelOf, newKeyPair, windowFeatures } from './window-channel.rules.ts'

async function twoEnds() {
  const [page, popup] = [newKeyPair(), newKeyPair()]
  return {
    page: await channelOf(page, popup.publicKey),
    popup: await channelOf(popup, page.publicKey),
  }
}

test('what one end seals the other opens, and nobody else', async () => {
  const { page, popup } = await twoEnds()
  const sealed = await page.seal({ search: 'groupBy=day' })
  expect(await popup.open(sealed)).toEqual({ search: 'groupBy=day' })
  const stranger = await twoEnds()
  await expect(stranger.popup.open(sealed)).rejects.toThrow()
  const otherByte = sealed.text.startsWith('00') ? '01' : '00'
  const changed = { ...sealed, text: `${otherByte}${sealed.text.slice(2)}` }
  await expect(popup.open(changed)).rejects.toThrow()
})

test('a token is of one change, of its count and of these two ends', async () => {
  const { page, popup } = await twoEnds()
  const token = await popup.tokenOf('groupBy=day', 1)
  expect(await page.isValid(token, 'groupBy=day', 1)).toBe(true)
  expect(await page.isValid(token, 'groupBy=month', 1)).toBe(false)
  expect(await page.isValid(token, 'groupBy=day', 2)).toBe(false)
  expect(await (await twoEnds()).page.isValid(token, 'groupBy=day', 1)).toBe(false)
  expect(await page.isValid('no hexadecimal digits', 'groupBy=day', 1)).toBe(false)
})

test('what is no point of the curve is no key', async () => {
  await expect(channelOf(newKeyPair(), '02'.padEnd(66, 'f'))).rejects.toThrow()
  await expect(channelOf(newKeyPair(), 'key')).rejects.toThrow()
})

test('the window is 500 by 400 smaller than the page', () => {
  expect(windowFeatures({ innerWidth: 1440, innerHeight: 900 })).toBe('popup,width=940,height=500')
})
