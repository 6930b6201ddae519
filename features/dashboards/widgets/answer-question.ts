import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { mapAtOnce } from '@counterfoil/kit/jobs/at-once.ts'
import { answeredOnce } from '@counterfoil/kit/server/reports/answered-once.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { faultTexts } from './data-texts.rules.ts'
import { mayAsk, type WidgetEndpoint } from './endpoints.rules.ts'
import { answerMovement } from './movement-data.ts'
import { answerPayments, type WholeData } from './payment-data.ts'
import { type KeyParts, questionKey } from './question-key.ts'
import { answerRecords } from './record-data.ts'
import { paymentsPath } from './row-links.rules.ts'
import { shownOf } from './shown-columns.rules.ts'
import type { WidgetAnswer, WidgetData, WidgetFilters } from './widget.schema.ts'

export interface Question {
  readonly endpoint: WidgetEndpoint
  readonly filters: WidgetFilters
  readonly timeZone?: string | undefined
  readonly timezoneOffset?: number | undefined
}

export interface PageOf {
  readonly pageIndex: number
  readonly pageSize: number
}

/** A person who has just worked something off reads at once how much is left. */
const mayKeep = ({ source }: WidgetEndpoint): boolean =>
  source.kind !== 'records' || source.of === 'webhook-status' || source.of === 'acquirer-health'

/** Answers questions, equal ones of the same scope with one answer. `key` says what is equal. */
export function questionDesk(key: (parts: KeyParts) => string) {
  const once = answeredOnce<WholeData>()
  return (question: Question, context: Context<UserCaller>): Promise<WholeData> =>
    once(key(keyParts(question, context)), mayKeep(question.endpoint), () => ask(question, context))
}

/** The answer to a question, for all that this process is asked. */
export const answerQuestion = questionDesk(questionKey)

function keyParts(
  { endpoint, filters, ...zone }: Question,
  context: Context<UserCaller>,
): KeyParts {
  const { caller, db, mode } = context
  return {
    scope: db.scope,
    mode,
    endpointId: endpoint.id,
    filters,
    timeZone: zone.timeZone ?? zone.timezoneOffset ?? caller.timeZone,
    // what leads where depends on the reader's rights; what waits for somebody is that person's
    reader:
      endpoint.source.kind === 'records'
        ? [caller.id]
        : [caller.userType, caller.timeZone, paymentsPath(caller) ?? ''],
  }
}

function ask(question: Question, context: Context<UserCaller>): Promise<WholeData> {
  const { endpoint, ...rest } = question
  const { source } = endpoint
  switch (source.kind) {
    case 'payments':
      return answerPayments({ ...source, ...rest }, context)
    case 'movement':
      return answerMovement({ ...source, ...rest }, context)
    case 'records':
      return answerRecords(source.of, context)
  }
}

/** Throws for an endpoint that the caller may not ask: to everybody without it, it does not exist. */
export function permitQuestion(endpoint: WidgetEndpoint, caller: UserCaller): void {
  if (mayAsk(endpoint, caller)) return
  throw new Problem('widget.not_given', 403, 'Your role does not include these figures.')
}

export function pageOf(whole: WholeData, { pageIndex, pageSize }: PageOf): WidgetData {
  const data = whole.data.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize)
  return { ...whole, data, count: data.length }
}

export interface Asking {
  readonly widgetId: string
  readonly question: Question
  readonly page: PageOf
  /** The columns whose figures are sent; undefined: all. */
  readonly shown: ReadonlySet<string> | undefined
}

/** So many questions of one dashboard are with the database at the same time. */
const maxAtOnce = 4

/** Answers to all widgets of a dashboard. One that fails has its reason and leaves the others standing. */
export async function answerAll(
  askings: readonly Asking[],
  reader: Context<UserCaller>,
): Promise<WidgetAnswer[]> {
  // widgets that differ in what they show of the same figures ask the database for them once
  const context = { ...reader, db: reader.db.askingOnce() }
  return mapAtOnce(askings, maxAtOnce, (asking) => answerOne(asking, context))
}

async function answerOne(
  { widgetId, question, page, shown }: Asking,
  context: Context<UserCaller>,
): Promise<WidgetAnswer> {
  try {
    permitQuestion(question.endpoint, context.caller)
    const whole = await answerQuestion(question, context)
    const data = pageOf(whole, page)
    const rows = shown === undefined ? data.data : data.data.map((row) => shownOf(row, shown))
    return { widgetId, data: { ...data, data: rows }, fault: null }
  } catch (error) {
    return { widgetId, data: null, fault: faultOf(error, context) }
  }
}

function faultOf(error: unknown, { log }: Context<UserCaller>): NonNullable<WidgetAnswer['fault']> {
  if (error instanceof Problem) {
    if (error.code === 'widget.not_given') return { code: error.code, text: faultTexts.notGiven }
    const { code, message, params } = error
    return { code, text: { en: message }, ...(params === undefined ? {} : { params }) }
  }
  log.error(error, 'A widget was not answered')
  return { code: 'widget.failed', text: faultTexts.failed }
}
