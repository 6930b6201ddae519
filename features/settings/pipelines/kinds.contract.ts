import { z } from 'zod'

/** What the stage of a pipeline, or the status of a lead, means; nothing else says whether a record is open. */
export const stageKinds = {
  open: ['Open', 'Açık'],
  won: ['Won', 'Kazanıldı'],
  lost: ['Lost', 'Kaybedildi'],
  neutral: ['Closed without an outcome', 'Sonuçsuz kapandı'],
} as const
export type StageKind = keyof typeof stageKinds

export const stageKind = z.enum(Object.keys(stageKinds) as StageKind[])

/** What is to be done: planned by an activity set, done as a task. */
export const activityKinds = {
  call: ['Call', 'Arama'],
  email: ['E-mail', 'E-posta'],
  meeting: ['Meeting', 'Toplantı'],
  task: ['Task', 'Görev'],
  document: ['Document to collect', 'Alınacak belge'],
} as const
