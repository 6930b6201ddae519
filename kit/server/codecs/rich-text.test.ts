import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBlank, renderRichText, renderText, sanitiseRichText, textOfHtml } from './rich-text.ts'

const variables = [
  { name: 'who', label: { en: 'Who', tr: 'Kim' } },
  { name: 'link', label: { en: 'Link', tr: 'Bağlantı' }, kind: 'address' },
  { name: 'said', label: { en: 'Said', tr: 'Söz' }, kind: 'lines' },
] as const

test.each([
  ['<p onclick="x()">A <script>x()</script><b style="color:red">b</b></p>', '<p>A b</p>'],
  ['<a href="javascript:x()">here</a>', 'here'],
  ['<a href="java\nscript:x()">here</a>', 'here'],
  ['<a href="//evil.example">here</a>', 'here'],
  [
    '<a href="https://a.example/?b=1&c=2" target="x">here</a>',
    '<a href="https://a.example/?b=1&amp;c=2">here</a>',
  ],
  ['<a href="{{link}}">here</a>', '<a href="{{link}}">here</a>'],
  ['<iframe src="https://a.example"></iframe><img src=x onerror=x()><p>B</p>', '<p>B</p>'],
  ['<style>p{}</style><!-- c --><h2>C</h2>', '<h2>C</h2>'],
  [
    '<p><a href="javascript:x()">a</a><a href="{{link}}">b</a><span>c</span></p>',
    '<p>a<a href="{{link}}">b</a>c</p>',
  ],
])('of %s is kept %s, and nothing more the second time', (typed, kept) => {
  expect(sanitiseRichText(typed)).toBe(kept)
  expect(sanitiseRichText(kept)).toBe(kept)
})

test('what nobody can read is blank', () => {
  expect(isBlank('<p> &nbsp;<br /></p>')).toBe(true)
  expect(isBlank('<p>\u200b\u2060\u00ad<br />\ufeff</p>')).toBe(true)
  expect(isBlank('<p>{{who}}</p>')).toBe(false)
  expect(isBlank('<p>👩‍👩‍👧</p>')).toBe(false)
})

test('no value of a variable becomes an element or an attribute', () => {
  const body = '<p>Dear {{who}}</p><p>{{said}}</p><a href="{{link}}">{{who}}</a> {{link}}'
  const elements = (html: string) => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag)
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<b>x</b>',
      '"><img src=x>',
      '</p><script>x()</script>',
      '&lt;b&gt;',
      "' onclick='x",
    ),
  )
  fc.assert(
    fc.property(hostile, hostile, (who, said) => {
      const link = 'https://a.example/'
      const html = renderRichText(body, variables, { who, said, link })
      expect(elements(html).filter((tag) => tag !== '<br />')).toEqual([
        '<p>',
        '</p>',
        '<p>',
        '</p>',
        `<a href="${link}">`,
        '</a>',
        `<a href="${link}">`,
        '</a>',
      ])
      expect(
        elements(renderRichText(body, variables, { who: '', said: '', link: who })),
      ).not.toContain(expect.stringMatching(/script|img|onclick/))
    }),
  )
})

test('a link whose address is not known is its words alone', () => {
  const body = '<p><a href="{{link}}">Open it</a></p>'
  expect(renderRichText(body, variables, { link: '' })).toBe('<p>Open it</p>')
  expect(renderRichText(body, variables, { link: 'javascript:x()' })).toBe('<p>Open it</p>')
})

test.each([
  '<p><a href="https://evil.example/?u={{link}}">Open it</a></p>',
  '<p><a href="mailto:x@evil.example?body={{link}}">Open it</a></p>',
])('of %s, kept before it was refused, the words alone are left', (body) => {
  const html = renderRichText(body, variables, { link: 'https://a.example/secret' })
  expect(html).toBe('<p>Open it</p>')
})

test.each([
  '<p>https://evil.example/?u={{link}}</p>',
  '<p>https://evil.example/?u=<strong>{{link}}</strong></p>',
  '<p>https://evil.example/?u=<a href="{{link}}">{{link}}</a></p>',
])('of %s no reader of mail makes one address', (body) => {
  const link = 'https://a.example/secret'
  const html = renderRichText(body, variables, { link })
  for (const said of [textOfHtml(html), renderText(body.replace(/<[^>]*>/g, ''), { link })])
    expect(said.split(/\s+/)[0]).toBe('https://evil.example/?u=')
  expect(html).toContain(`href="${link}"`)
})

test('as plain text it says the same, with addresses and lines', () => {
  const html = renderRichText(
    '<h2>For {{who}}</h2><p>{{said}}</p><ul><li>One</li></ul><p><a href="{{link}}">Open</a> {{link}}</p>',
    variables,
    { who: 'A & B', said: 'x\ny', link: 'https://a.example/' },
  )
  expect(textOfHtml(html)).toBe(
    'For A & B\n\nx\ny\n\n * One\n\nOpen https://a.example/ https://a.example/',
  )
  expect(renderText('About {{who}}', { who: 'A\n<B>' })).toBe('About A <B>')
})
