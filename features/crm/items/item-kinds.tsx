import {
  opportunityActivity,
  opportunityBoard,
  projectActivity,
  projectBoard,
} from './items.contract.ts'
import { opportunities, projects } from './items.resource.ts'

/** The calls of the pages of opportunities and of projects. */
export const opportunityKind = {
  of: opportunities,
  board: opportunityBoard,
  story: opportunityActivity,
} as const

export const projectKind = { of: projects, board: projectBoard, story: projectActivity } as const

export type ItemKindCalls = typeof opportunityKind
