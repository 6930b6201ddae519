import type { Db } from '@counterfoil/kit/database/database.ts'
import type { UserContext } from './change-offer.ts'

/** What a proposal can be for: offers know the opportunities' ids alone. */
interface ProposalSubjects {
  /** The opportunity with its customer; undefined: there is none that the caller may see. */
  find(db: Db, id: string): Promise<{ readonly merchantId: string | null } | undefined>
  /** The opportunity's proposal was sent, on the same transaction. */
  sent(db: Db, context: UserContext, id: string): Promise<void>
  /** An agreement on the opportunity's proposal was accepted, on the same transaction. */
  signed(db: Db, context: UserContext, id: string): Promise<void>
}

let registered: ProposalSubjects | undefined

/** Declares what proposals are for. The feature of the opportunities calls this once, in its `*.routes.ts`. */
export function registerProposalSubjects(subjects: ProposalSubjects): void {
  if (registered !== undefined) throw new Error('Proposals have their subjects already')
  registered = subjects
}

export const proposalSubjects = (): ProposalSubjects | undefined => registered
