import { contrast } from '@counterfoil/kit/contract/colour.ts'
import { expect, test } from 'vitest'
import { builtInMail, htmlOf, withPicturesOf } from './mail-layout.ts'
import { outboxPage } from './outbox-page.ts'

const content = {
  subject: 'Ödeme',
  greeting: 'Merhaba,',
  paragraphs: ['Birinci satır\nikinci <satır>', `https://shop.example/${'a'.repeat(200)}`],
  button: { label: 'Ödeme sayfasına git', url: 'https://portal.example/pay/1' },
  notes: [],
}

function mailIn(colour: string, logo: string | null = null): string {
  const brand = { name: 'Galata Ödeme', supportEmail: 'destek@galata.example', colour, logo }
  return htmlOf(builtInMail(content, brand), brand, 'tr')
}

test.each(['#ff5500', '#00a050', '#777777', '#fefefe', '#050505', '#2e43fe'])(
  'what stands on a tenant’s %s is read, and its button is seen on the paper',
  (colour) => {
    const html = mailIn(colour)
    const inks = [...html.matchAll(new RegExp(`background:${colour};color:(#\\w{6})`, 'g'))]
    expect(inks).toHaveLength(2)
    for (const [, ink = ''] of inks) expect(contrast(ink, colour)).toBeGreaterThanOrEqual(4.5)
    const edge = /border:1px solid (#\w{6});border-radius/.exec(html)?.[1] ?? '#ffffff'
    expect(contrast(edge, '#ffffff')).toBeGreaterThanOrEqual(3)
  },
)

test('the lines of a paragraph stay lines, and a long address makes no mail wider than a phone', () => {
  const html = mailIn('#2e43fe')
  expect(html).toContain('Birinci satır<br>ikinci &lt;satır&gt;')
  expect(html).toContain('max-width:560px;table-layout:fixed;word-wrap:break-word')
})

test('a tenant’s logo comes from the portal; one that is no file is left out', () => {
  const html = mailIn('#2e43fe', '/api/tenants/1/logo/2')
  const address = 'https://portal.example/api/tenants/1/logo/2'
  expect(withPicturesOf(html, 'https://portal.example')).toContain(`<img src="${address}" alt=""`)
  expect(mailIn('#2e43fe', 'data:image/png;base64,AA')).not.toContain('<img')
})

test('a link at the end of a sentence leads where it should from the demo’s outbox', () => {
  const mail = {
    id: '',
    subject: '',
    recipient: '',
    created_at: new Date(),
    text_body: 'At https://x.example/a.',
  }
  expect(outboxPage([mail])).toContain('<a href="https://x.example/a">https://x.example/a</a>.')
})
