import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { z } from 'zod'

const msg = messagesOf(import.meta.url)

/** What the stage of a pipeline, or the status of a lead, means; nothing else says whether a record is open. */
export const stageKinds = msg({
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
  neutral: 'Closed without an outcome',
})
export type StageKind = keyof typeof stageKinds

export const stageKind = z.enum(Object.keys(stageKinds) as StageKind[])

/** What moves a record to a stage by itself. */
export const reachedByChoices = msg({
  proposal_sent: 'Sending a proposal',
  agreement_accepted: 'An accepted agreement',
})
export type ReachedBy = keyof typeof reachedByChoices

/** What is to be done: planned by an activity set, done as a task. */
export const activityKinds = msg({
  call: 'Call',
  email: 'E-mail',
  meeting: 'Meeting',
  task: 'Task',
  document: 'Document to collect',
})
