import {
  opportunityActivity,
  opportunityBoard,
  opportunityCustomer,
  opportunityReached,
  projectActivity,
  projectBoard,
  projectCustomer,
  projectReached,
} from './items.contract.ts'
import { opportunities, projects } from './items.resource.ts'

/** The calls of the pages of opportunities and of projects. */
export const opportunityKind = {
  of: opportunities,
  board: opportunityBoard,
  story: opportunityActivity,
  reached: opportunityReached,
  customer: opportunityCustomer,
} as const

export const projectKind = {
  of: projects,
  board: projectBoard,
  story: projectActivity,
  reached: projectReached,
  customer: projectCustomer,
} as const

export type ItemKindCalls = typeof opportunityKind
