import { measureNames } from '@counterfoil/features/reporting/figures/measure-names.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  basisPoints,
  choice,
  instant,
  optional,
  reference,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

const severities = msg({ info: 'Information', warning: 'Warning', failed: 'Failure' })

export const alertRules = resource({
  id: 'alert-rules',
  one: msg('Alert rule'),
  many: msg('Alert rules'),
  about: msg(
    'A rule watches a figure, within what the user who saved it last may see, and raises an alert when it is out of its bounds.',
  ),
  path: '/alerts/rules',
  screen: {
    path: '/crm/reports/alert-rules',
    order: 280,
    icon: 'IconBellExclamation',
    group: 'reports',
  },
  permission: 'CRM.Reports.Alerts',
  table: 'alert_rule',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    name: text(msg('Name'), { max: 120 }),
    measure: choice(msg('Figure'), measureNames, {
      hint: msg('Amounts and refund rates are of one currency: choose it below'),
    }),
    minimumCount: optional(
      wholeNumber(msg('At least'), {
        min: 1,
        max: 1_000_000,
        hint: msg('Payments: of fewer a share or an average says nothing'),
        onlyFor: {
          field: 'measure',
          is: [
            ...['approvalRate', 'averageAmount', 'refundRate', 'declinedShare', 'undecidedShare'],
            ...['firstTryRate', 'cascadeGain', 'answerTime'],
          ],
        },
      }),
    ),
    mode: choice(msg('Mode'), msg({ Live: 'Live', Test: 'Test' })),
    timeWindow: choice(
      msg('Time'),
      msg({
        minutes: 'The last minutes',
        hour: 'The last full hour',
        today: 'The business day so far',
        yesterday: 'Yesterday',
      }),
      {
        hint: msg(
          'An hour is looked at five minutes after it, as most payments are decided by then',
        ),
      },
    ),
    windowMinutes: optional(
      wholeNumber(msg('Minutes'), {
        min: 5,
        max: 1440,
        hint: msg('How many, 5 to 1440: payments taken within them are counted'),
        onlyFor: { field: 'timeWindow', is: 'minutes' },
      }),
    ),
    comparedWith: choice(
      msg('Compared with'),
      msg({
        number: 'A number',
        percent: 'A share',
        amount: 'An amount',
        past: 'The same time of past weeks',
      }),
    ),
    direction: choice(
      msg('Alert when'),
      msg({
        above: 'It is above',
        below: 'It is below',
        either: 'It is above or below',
      }),
    ),
    thresholdNumber: optional(
      wholeNumber(msg('Number'), {
        onlyFor: { field: 'comparedWith', is: 'number' },
      }),
    ),
    thresholdBasisPoints: optional(
      basisPoints(msg('Share'), {
        onlyFor: { field: 'comparedWith', is: 'percent' },
      }),
    ),
    thresholdMinor: optional(
      amount(msg('Amount'), {
        currencyField: 'currency',
        onlyFor: { field: 'comparedWith', is: 'amount' },
      }),
    ),
    pastWeeks: optional(
      wholeNumber(msg('Weeks'), {
        min: 3,
        max: 8,
        hint: msg('How many past weeks are looked at, 3 to 8'),
        onlyFor: { field: 'comparedWith', is: 'past' },
      }),
    ),
    deviations: optional(
      wholeNumber(msg('Deviations'), {
        min: 2,
        max: 6,
        hint: msg('How far it may be from them: 2 is strict, 6 is lenient'),
        onlyFor: { field: 'comparedWith', is: 'past' },
      }),
    ),
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        part: msg('Which payments'),
      }),
    ),
    provider: optional(
      reference(msg('Provider'), targets.serviceProvider, { emptyMeansAll: true }),
    ),
    method: optional(
      reference(msg('Payment method'), targets.paymentMethod, { emptyMeansAll: true }),
    ),
    currency: optional(reference(msg('Currency'), targets.currency, { emptyMeansAll: true })),
    severity: choice(msg('Severity'), severities, { part: msg('Notifications') }),
    roleId: optional(
      reference(msg('Notify'), targets.operatorRole, {
        hint: msg(
          'Besides the user who saved the rule: users of this role who may see these payments',
        ),
      }),
    ),
    escalateAfterMinutes: optional(
      wholeNumber(msg('Escalate after'), {
        min: 5,
        max: 10_080,
        hint: msg('Minutes without anybody acknowledging it'),
      }),
    ),
    escalateRoleId: optional(
      reference(msg('Escalate to'), targets.operatorRole, {
        hint: msg('If empty: everybody with alerts who may see these payments'),
      }),
    ),
  },
  computedFields: {
    state: choice(
      msg('State of the figure'),
      msg({
        unknown: 'Not looked at yet',
        ok: 'Within its bounds',
        firing: 'Out of its bounds',
        no_data: 'Too few payments',
      }),
    ),
    pausedFor: optional(
      choice(
        msg('Paused because'),
        msg({
          owner_gone: 'Its owner is not active any more',
          right_lost: 'Its owner may not see these payments any more',
        }),
      ),
    ),
    silencedUntil: optional(instant(msg('Silenced until'))),
    silencedBy: optional(text(msg('Silenced by'))),
    silenceReason: optional(text(msg('Reason of the silence'))),
  },
  columns: [
    'name',
    'measure',
    'timeWindow',
    'comparedWith',
    'state',
    'severity',
    'merchantId',
    'silencedUntil',
    'pausedFor',
  ],
  sort: 'name',
  search: ['name'],
  filters: ['measure', 'severity', 'merchantId'],
  unique: [['name']],
  example: {
    measure: 'count',
    minimumCount: null,
    mode: 'Live',
    timeWindow: 'today',
    comparedWith: 'number',
    direction: 'above',
    thresholdNumber: 100,
    escalateAfterMinutes: 30,
  },
})
