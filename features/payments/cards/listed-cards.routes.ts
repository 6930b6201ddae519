import { blacklist } from '@counterfoil/features/routing/antifraud/blacklist.resource.ts'
import { isTooWideToTrust } from '@counterfoil/features/routing/antifraud/ip-addresses.rules.ts'
import { listedValueOf } from '@counterfoil/features/routing/antifraud/listed-values.rules.ts'
import { merchantBlacklist } from '@counterfoil/features/routing/antifraud/merchant-blacklist.resource.ts'
import { merchantScreening } from '@counterfoil/features/routing/antifraud/merchant-screening.resource.ts'
import { merchantWhitelist } from '@counterfoil/features/routing/antifraud/merchant-whitelist.resource.ts'
import { readOwnLists } from '@counterfoil/features/routing/antifraud/screening.public.ts'
import { whitelist } from '@counterfoil/features/routing/antifraud/whitelist.resource.ts'
import { hasCardNumber } from '@counterfoil/kit/contract/card-number.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { cardInText } from '@counterfoil/kit/server/request/card-numbers.ts'
import type { Route } from '@counterfoil/kit/server/request/route.ts'
import type { ResourceRules } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { findListedCard } from './listed-cards.ts'

type List = 'blacklist' | 'whitelist'
type Keys = Pick<Providers, 'keys'>

/** The lists belong to routing; their cards are recognised by the same token as payments'. The number is not stored. */
export const routes = (providers: Keys): Route[] => [
  ...resourceRoutes(blacklist, listRules(providers, 'blacklist')),
  ...resourceRoutes(whitelist, listRules(providers, 'whitelist')),
  ...resourceRoutes(merchantScreening),
  ...resourceRoutes(merchantBlacklist, ownListRules(providers, 'blacklist')),
  ...resourceRoutes(merchantWhitelist, ownListRules(providers, 'whitelist')),
]

/** A merchant changes a list of its own where its operator has opened it. */
function ownListRules(providers: Keys, list: List): ResourceRules {
  const rules = listRules(providers, list)
  return {
    ...rules,
    async check(db, values, about) {
      const { caller } = about.context
      if (caller.userType === 'merchant') {
        const lists = await readOwnLists(db, String(values.merchantId))
        if (!lists[list].isOpened) {
          const text = 'Your payment provider has not opened this list to you. Ask them to do so.'
          throw new Problem('antifraud.not_opened', 409, text)
        }
      }
      const stored = (await rules.check?.(db, values, about)) ?? values
      return about.before === undefined ? { ...stored, addedBy: caller.name } : stored
    },
  }
}

/** Why a value is refused that is none of its kind: the code and the text of the refusal. */
const expectations: Readonly<Record<string, readonly [code: string, text: string]>> = {
  iin: [
    'antifraud.no_such_iin',
    'This must be the first six, seven or eight digits of a card: 424242',
  ],
  email: ['antifraud.no_such_email', 'This must be an e-mail address: reader@example.com'],
  ip: [
    'antifraud.no_such_ip',
    'This must be an IP address (192.0.2.1) or a network (192.0.2.0/24, 2001:db8::/32)',
  ],
  country: ['antifraud.no_such_country', 'This must be a country’s code of two letters: GB'],
}

const listRules = (providers: Keys, list: List): ResourceRules => ({
  // an entry that has expired blocks or trusts nothing, which is not what a list says that names its value
  listedAgain: ({ expiresAt }, now) =>
    expiresAt !== null && Date.parse(String(expiresAt)) <= now.getTime() ? { expiresAt: null } : {},
  check: async (db, values, { before, context: { database, now } }) => {
    const [kind, typed] = [String(values.kind), String(values.value)]
    if (kind !== 'card') {
      if (hasCardNumber(typed)) throw cardInText('value')
      const value = listedValueOf(kind, typed)
      if (value === undefined) {
        const [code, text] = expectations[kind] ?? ['request.invalid', 'There is no such kind']
        throw new Problem(code, 422, text, { path: 'value' })
      }
      if (list === 'whitelist' && kind === 'ip' && isTooWideToTrust(value)) {
        const text =
          'A network on a whitelist can be as wide as 10.0.0.0/8 at most, or as 2001:2000::/19'
        throw new Problem('antifraud.network_too_wide', 422, text, { path: 'value' })
      }
      return { ...values, value, cardHint: null }
    }
    if (before?.kind === 'card' && before.value === typed) return undefined
    const tenantId = tenantOf(db)
    const holder = {
      database,
      tenantId,
      providers,
      now: () => now,
      // a transaction of its own: a cached key must exist even if the record is rolled back
      transaction: <T>(work: (transactionDb: Db) => Promise<T>) =>
        database.transaction(tenantScope(tenantId), work),
    }
    const card = await findListedCard(db, holder, typed)
    if (card === undefined) {
      const text = 'This is neither a card number nor the id of a card payment'
      throw new Problem('antifraud.no_such_card', 422, text, { path: 'value' })
    }
    return { ...values, ...card }
  },
})
