import type { StageKind } from './kinds.contract.ts'

/** The last stages that are known by their names; afterwards the kind stands, whatever the stage is called. */
const known: Readonly<Record<string, StageKind>> = {
  won: 'won',
  golive: 'won',
  converted: 'won',
  lost: 'lost',
  disqualified: 'lost',
  abandoned: 'neutral',
  suspended: 'neutral',
}

/** What a new stage means, by its name. */
export const kindOfName = (name: string): StageKind =>
  known[name.toLowerCase().replace(/[^a-z]/g, '')] ?? 'open'

const colours = { open: 'ongoing', won: 'positive', lost: 'negative', neutral: 'neutral' } as const

/** The colour of a stage to which nobody gave one. */
export const colourOfKind = (kind: StageKind) => colours[kind]
