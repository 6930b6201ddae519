import { readOwnLists } from '@counterfoil/features/routing/antifraud/screening.public.ts'
import { mildestOutcome } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import { readFeaturesOff } from '@counterfoil/kit/database/tenants.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { ResourceRules } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { checkLimit } from './check-limit.ts'
import { type AppliedRule, readMerchantScreening } from './merchant-rules.contract.ts'
import {
  countMerchantRules,
  listAppliedRules,
  listMerchantRules,
} from './merchant-rules.queries.ts'
import { merchantRules, mostMerchantRules } from './merchant-rules.resource.ts'
import { matchesOf, ownStatusOf, statusOf } from './rule-status.rules.ts'
import { countedSince } from './screening-rules.contract.ts'
import { countMatches } from './versions.queries.ts'

/** A merchant has rules of its own as far as its operator opens them. */
const rules: ResourceRules = {
  async check(db, values, { before, context: { caller } }) {
    await checkLimit(db, values, before)
    const merchantId = String(values.merchantId)
    if (caller.userType === 'merchant') {
      const { ownRules } = await readOwnLists(db, merchantId)
      if (ownRules === null) {
        const text = 'Your payment provider has not opened rules of your own to you. Ask them to.'
        throw new Problem('antifraud_rule.not_opened', 409, text)
      }
      const outcome = values.outcome as typeof ownRules
      if (mildestOutcome([outcome, ownRules]) !== outcome) {
        const text = 'Your payment provider has not opened so much to your rules'
        throw new Problem('antifraud_rule.beyond_opened', 422, text, { path: 'outcome' })
      }
    }
    if (before !== undefined) return undefined
    await lockUntilCommit(db, `antifraud rules of ${merchantId}`)
    if ((await countMerchantRules(db, merchantId)) >= mostMerchantRules) {
      const text = `A merchant has at most ${mostMerchantRules} antifraud rules of its own`
      throw new Problem('antifraud_rule.too_many', 409, text, {
        params: { most: mostMerchantRules },
      })
    }
    return { ...values, addedBy: caller.name }
  },
}

export const routes: Route[] = [
  ...resourceRoutes(merchantRules, rules),
  route(readMerchantScreening, async (_input, { db, caller, mode, now }) => {
    const { merchantId, tenantId } = caller
    if (merchantId === null) throw notFound('The merchant')
    const [opened, found, matches, own, off] = await Promise.all([
      readOwnLists(db, merchantId),
      listAppliedRules(db, merchantId),
      countMatches(db, countedSince(now), mode),
      listMerchantRules(db),
      readFeaturesOff(db, tenantId),
    ])
    const isScreening = !off.includes('antifraud')
    const about = { isScreening, mode, isWaiting: false }
    return {
      isScreening,
      ownRules: opened.ownRules,
      rules: found.map((rule): AppliedRule => {
        const { threshold, amount_minor: amountMinor, window_s: windowS } = rule
        return {
          ...{ id: rule.id, rule: rule.rule, outcome: rule.outcome as AppliedRule['outcome'] },
          mode: rule.mode === null ? null : modeNameOf(rule.mode),
          status: statusOf(rule, matchesOf(matches, rule), about),
          limits: opened.showsLimits
            ? {
                threshold: threshold === null ? null : Number(threshold),
                ...{ windowS, counted: rule.counted, countries: rule.countries },
                currency: rule.currency,
                amountMinor: amountMinor === null ? null : Number(amountMinor),
              }
            : null,
        }
      }),
      own: own.map((rule) => ownStatusOf(rule, matchesOf(matches, rule), about)),
    }
  }),
]
