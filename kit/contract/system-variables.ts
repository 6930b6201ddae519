import { messagesOf } from './messages.ts'
import type { Text } from './texts.ts'

const msg = messagesOf(import.meta.url)

export type VariableUnit = 'seconds' | 'hours' | 'days' | 'payments'

interface Declared {
  readonly name: Text
  /** What it does, and from when on. */
  readonly effect: Text
  readonly unit: VariableUnit
  readonly usual: number
  readonly least: number
  readonly most: number
}

/** What the platform's operators may tune, by the code that it is stored under. Whoever reads one names it here. */
export const systemVariables = {
  velocity_window: {
    name: msg('Card velocity: window'),
    effect: msg('Payments with one card are counted over this time. From the next payment on.'),
    unit: 'seconds',
    usual: 60,
    least: 10,
    most: 3_600,
  },
  velocity_counted: {
    name: msg('Card velocity: counted at most'),
    effect: msg(
      'The highest limit of antifraud rules that count payments or cards. For limits that are entered from now on; rules that have a higher one keep it.',
    ),
    unit: 'payments',
    usual: 1_000,
    least: 10,
    most: 10_000,
  },
  card_restriction: {
    name: msg('Card restriction'),
    effect: msg(
      'A card that was blocked for paying too often stays so for this long. For cards blocked from now on.',
    ),
    unit: 'hours',
    usual: 24,
    least: 1,
    most: 720,
  },
  dispute_answer: {
    name: msg('Disputes: time to answer'),
    effect: msg(
      'Until when an answer is due to a dispute that a person records; acquirers give their own dates. For disputes recorded from now on.',
    ),
    unit: 'days',
    usual: 14,
    least: 1,
    most: 60,
  },
  transfer_expiry: {
    name: msg('Bank transfers: time to pay'),
    effect: msg(
      'A bank transfer that nobody paid in this time is cancelled and declined. From the next check on.',
    ),
    unit: 'days',
    usual: 14,
    least: 1,
    most: 90,
  },
  alternative_expiry: {
    name: msg('Alternative payments: time to pay'),
    effect: msg(
      'An alternative payment that nobody made in this time is cancelled and declined. From the next check on.',
    ),
    unit: 'days',
    usual: 2,
    least: 1,
    most: 30,
  },
  webhook_warning: {
    name: msg('Webhook endpoints: warned of after'),
    effect: msg(
      'An endpoint that failed at every attempt of this time: its people are warned. From the next failure on.',
    ),
    unit: 'hours',
    usual: 24,
    least: 1,
    most: 168,
  },
  webhook_pause: {
    name: msg('Webhook endpoints: paused after'),
    effect: msg(
      'An endpoint that failed at every attempt of this time, and was warned of, is paused. From the next failure on.',
    ),
    unit: 'hours',
    usual: 72,
    least: 2,
    most: 720,
  },
  acquirer_breaker: {
    name: msg('Acquirers: failures before a pause'),
    effect: msg(
      'After so many failures in a row, over all of its MIDs, an acquirer is not tried for a while. From the next failure on.',
    ),
    unit: 'payments',
    usual: 10,
    least: 2,
    most: 1_000,
  },
  party_invitation: {
    name: msg('Invitations to tickets'),
    effect: msg(
      'The link that outsiders are mailed opens a ticket for this long. For invitations sent from now on.',
    ),
    unit: 'days',
    usual: 30,
    least: 1,
    most: 90,
  },
  unclaimed_file: {
    name: msg('Files that nobody attached'),
    effect: msg(
      'An uploaded file that was attached to nothing is removed after this time. From the next clean-up on.',
    ),
    unit: 'days',
    usual: 7,
    least: 1,
    most: 90,
  },
  api_log_retention: {
    name: msg('Retention: API logs'),
    effect: msg(
      'Older API logs are deleted. Card schemes ask for a year of logs at least (PCI DSS). From the next daily run on.',
    ),
    unit: 'days',
    usual: 730,
    least: 365,
    most: 3_653,
  },
  webhook_retention: {
    name: msg('Retention: webhook messages'),
    effect: msg(
      'Older messages to merchants’ servers and their attempts are deleted. From the next daily run on.',
    ),
    unit: 'days',
    usual: 400,
    least: 180,
    most: 3_653,
  },
  attempt_retention: {
    name: msg('Retention: attempts at acquirers'),
    effect: msg(
      'Older attempts are deleted once their payment is at rest for as long. Laws against money laundering ask for five years at least. From the next daily run on.',
    ),
    unit: 'days',
    usual: 3_653,
    least: 1_826,
    most: 7_305,
  },
  event_retention: {
    name: msg('Retention: events of payments'),
    effect: msg(
      'Older events are deleted once their payment is at rest for as long. Laws against money laundering ask for five years at least. From the next daily run on.',
    ),
    unit: 'days',
    usual: 3_653,
    least: 1_826,
    most: 7_305,
  },
  match_retention: {
    name: msg('Retention: what antifraud rules found'),
    effect: msg(
      'Older findings of antifraud rules, in force and in shadow, are deleted once nothing of their payment is open. From the next daily run on.',
    ),
    unit: 'days',
    usual: 730,
    least: 365,
    most: 3_653,
  },
} as const satisfies Record<string, Declared>

export type VariableCode = keyof typeof systemVariables
export type Variables = Readonly<Record<VariableCode, number>>
export const variableCodes = Object.keys(systemVariables) as VariableCode[]
