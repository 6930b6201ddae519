import { opportunityBoard, opportunityStory, projectBoard, projectStory } from './items.contract.ts'
import { opportunities, projects } from './items.resource.ts'

/** What the pages of opportunities and of projects call. */
export const opportunityKind = {
  of: opportunities,
  board: opportunityBoard,
  story: opportunityStory,
} as const

export const projectKind = { of: projects, board: projectBoard, story: projectStory } as const

export type ItemKindCalls = typeof opportunityKind
