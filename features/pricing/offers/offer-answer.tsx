import type { InputOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useState } from 'react'
import type { OfferKind } from './offer-kinds.schema.ts'
import { type Agreement, offerCalls, type Proposal } from './offers.contract.ts'
import { kindTexts } from './offers.messages.ts'

type Answer = NonNullable<InputOf<typeof offerCalls.proposal.respond>['body']>
type Acceptance = Pick<Answer, 'signedBy' | 'consent' | 'evidence'>

/** The answer has the hash of the shown text, and applies to this text only. */
export function useAnswer(kind: OfferKind, offer: Proposal | Agreement | undefined) {
  const t = useTexts(kindTexts[kind])
  const [asked, ask] = useState<'reason' | 'acceptance'>()
  const action = useAction(offerCalls[kind].respond, {
    quiet: true,
    // somebody else was faster: what has become of it is shown, with the refusal
    rereadsOnConflict: true,
    onProblem: ({ status }) => {
      if (status === 409) ask(undefined)
    },
    onDone: ({ status }) => {
      ask(undefined)
      const isAccepted = status === 'Accepted'
      showSnackbar({ message: isAccepted ? t.accepted : t.rejected, tone: 'success' })
    },
  })
  const answer = (body: Omit<Answer, 'contentHash'>) => {
    if (offer === undefined) return undefined
    const contentHash = offer.contentHash ?? undefined
    return action.run({ params: { id: offer.id }, body: { ...body, contentHash } })
  }
  const turnTo = (to: typeof asked) => {
    action.reset()
    ask(to)
  }
  return {
    action,
    asked,
    askReason: () => turnTo('reason'),
    askAcceptance: () => turnTo('acceptance'),
    stop: () => turnTo(undefined),
    accept: (acceptance: Acceptance) => answer({ response: 'Accepted', ...acceptance }),
    reject: (rejectReason: string) => void answer({ response: 'Rejected', rejectReason }),
  }
}
