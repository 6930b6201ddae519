import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const unmappedTexts = msg({
  unmapped: '{count, plural, =0 {Unmapped codes} one {# unmapped code} other {# unmapped codes}}',
  title: 'Unmapped codes',
  about:
    'Codes that acquirers declined with in the last 30 days and that nothing maps. Payments and reports show them as the acquirer sent them.',
  nothing: 'No code of the last 30 days needs a mapping.',
  code: 'Code',
  words: 'In the acquirer’s words',
  count: 'Declines',
  map: 'Map',
  mapOne: 'Map {code}',
})

export const versionTexts = msg({
  title: 'Earlier versions',
  about: 'What it said before each change, as far as it differs from now.',
  until: 'Until',
  values: 'Values',
  restore: 'Restore',
  restored: 'The earlier version is restored',
})
