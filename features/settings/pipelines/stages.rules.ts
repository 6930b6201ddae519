import type { ReachedBy, StageKind } from './kinds.schema.ts'

/** The names of final stages, in plain letters, that decide the kind of a new stage; afterwards the kind is stored. */
const knownNames: Readonly<Record<string, StageKind>> = {
  won: 'won',
  golive: 'won',
  converted: 'won',
  lost: 'lost',
  disqualified: 'lost',
  abandoned: 'neutral',
  suspended: 'neutral',
  kazanildi: 'won',
  kaybedildi: 'lost',
  askiyaalindi: 'neutral',
}

/** A name in plain small letters: ş is s, ı and İ are i, so that it is the same however it is written. */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('ı', 'i')
    .replace(/[^a-z]/g, '')

/** The kind of a new stage, by its name. */
export const kindOfName = (name: string): StageKind => knownNames[plainName(name)] ?? 'open'

const reachingNames: Readonly<Record<string, ReachedBy>> = {
  proposalsent: 'proposal_sent',
  teklifgonderildi: 'proposal_sent',
  agreementsigned: 'agreement_accepted',
  sozlesmeimzalandi: 'agreement_accepted',
  won: 'agreement_accepted',
  kazanildi: 'agreement_accepted',
}

/** What moves records to a new stage by itself, by the stage's name. */
export const reachedByOfName = (name: string): ReachedBy | null =>
  reachingNames[plainName(name)] ?? null

interface Named {
  readonly name: string
  readonly nameTr: string
}

/** The Turkish name of what was given none: its own before, unless that was the English one as well. */
export const turkishNameOf = (name: string, before: Named | undefined): string =>
  before === undefined || before.nameTr === before.name ? name : before.nameTr

const colours = { open: 'ongoing', won: 'positive', lost: 'negative', neutral: 'neutral' } as const

/** The colour of a stage without a chosen one. */
export const colourOfKind = (kind: StageKind) => colours[kind]
