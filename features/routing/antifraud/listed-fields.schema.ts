import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { choice, instant, optional, text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

const kindHint = msg(
  'Of stored cards the first six digits alone are known: an entry of seven or eight digits does not find them',
)
const kinds = msg({
  card: 'Card',
  iin: 'First digits (IIN)',
  email: 'E-mail',
  ip: 'IP address or network',
})

/** What a blacklist may hold, and of which kind it is. */
export const blacklisted = {
  value: text(msg('Value'), {
    max: 254,
    example: '192.0.2.1',
    hint: msg(
      'A card’s number (it is not kept) or the id of one of its payments, its first six to eight digits, an e-mail address, an IP address or network, or a country’s code',
    ),
  }),
  kind: choice(msg('Kind'), { ...kinds, ...msg({ country: 'Country' }) }, { hint: kindHint }),
}

/** The same of a whitelist. */
export const whitelisted = {
  value: text(msg('Value'), {
    max: 254,
    example: '192.0.2.1',
    hint: msg(
      'A card’s number (it is not kept) or the id of one of its payments, its first six to eight digits, an e-mail address, an IP address or network',
    ),
  }),
  kind: choice(msg('Kind'), kinds, { hint: kindHint }),
}

/** Why something is listed, and until when. */
export const listing = {
  reason: text(msg('Reason'), { max: 500 }),
  expiresAt: optional(instant(msg('Expires'))),
}

export const cardHint = text(msg('Card'))

/** How lists are sorted and searched, whose entries may be millions. */
export const longList = {
  sort: 'value',
  cardNumberIn: 'value',
  isLongList: true,
  beginnings: ['value_start', 'value_end', 'reason_start'],
  search: ['value', 'cardHint', 'reason'],
  example: { kind: 'ip' },
} as const
