import '@mantine/core/styles/Stack.layer.css'
import { languageNames } from '@counterfoil/kit/contract/languages.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useOfferedLanguages } from '@counterfoil/kit/web/session/user.tsx'
import { type Language, useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { NativeSelect, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { OfferKind } from './offer-kinds.schema.ts'
import { offerCalls } from './offers.contract.ts'
import { kindTexts, offerTexts } from './offers.messages.ts'

export interface OpenOpportunity {
  readonly id: string
  readonly name: string
}

interface NewOfferProps {
  readonly kind: OfferKind
  readonly merchantId: string
  /** The accepted proposal on which a new agreement is based. */
  readonly proposalId?: string
  /** The opportunities that a new proposal can be for, the latest first. */
  readonly opportunities?: readonly OpenOpportunity[] | undefined
  readonly language?: Language
  onMade(id: string): void
  onClose(): void
}

/** Chooses the template of a new offer: one of the active ones in its language, the first by default. */
export function NewOffer(props: NewOfferProps) {
  const { kind, merchantId } = props
  const t = useTexts(offerTexts)
  const words = useTexts(kindTexts[kind])
  const own = useLanguage()
  const languages = useOfferedLanguages()
  const usual = languages.find((one) => one === props.language) ?? own.language
  const [language, setLanguage] = useState<Language>(usual)
  const [chosen, choose] = useState<string>()
  const subject = useSubject(props)
  const calls = offerCalls[kind]
  const templates = useCall(calls.templates, { query: { merchantId } }, { quiet: true })
  const offered = (templates.data ?? []).filter((one) => one.language === language)
  const templateId = chosen ?? offered[0]?.id ?? ''
  const create = useAction(calls.create, { quiet: true, onDone: ({ id }) => props.onMade(id) })
  const begin = () => {
    const input = { merchantId, language, templateId: templateId === '' ? null : templateId }
    void create.run({ body: { ...input, ...subject.input } })
  }
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={words.make}
      size="sm"
      action={{
        label: t.begin,
        onClick: begin,
        isRunning: create.isRunning || templates.isPending || subject.isPending,
      }}
    >
      <Stack gap="sm">
        <NativeSelect
          label={t.language}
          value={language}
          data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
          onChange={({ currentTarget }) => {
            setLanguage(currentTarget.value as Language)
            choose(undefined)
          }}
        />
        <NativeSelect
          label={t.template}
          value={templateId}
          data={[
            ...offered.map(({ id, name }) => ({ value: id, label: name })),
            { value: '', label: t.nothing },
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        {subject.choice}
        <ProblemNote problem={create.problem ?? templates.error} />
      </Stack>
    </Dialog>
  )
}

interface Subject {
  readonly input: { readonly proposalId?: string | null; readonly opportunityId?: string | null }
  readonly isPending: boolean
  readonly choice: ReactNode
}

/**
 * What a new offer goes back to: an agreement to an accepted proposal, whose fees it copies, and a proposal to an open
 * opportunity, which is moved on when it is sent. The latest is chosen by default.
 */
function useSubject({ kind, merchantId, proposalId, opportunities }: NewOfferProps): Subject {
  const t = useTexts(offerTexts)
  const [chosen, choose] = useState(proposalId)
  const isProposal = kind === 'proposal'
  const proposals = useCall(
    offerCalls.proposal.list,
    { query: { merchantId, pageIndex: 0, pageSize: 100 } },
    { quiet: true, enabled: !isProposal },
  )
  const accepted = (proposals.data?.data ?? []).filter(({ status }) => status === 'Accepted')
  const offered = isProposal
    ? (opportunities ?? []).map(({ id, name }) => ({ value: id, label: name }))
    : accepted.map(({ id, subject, version }) => ({ value: id, label: `${subject} (${version})` }))
  const id = chosen ?? offered[0]?.value ?? ''
  const input = id === '' ? {} : isProposal ? { opportunityId: id } : { proposalId: id }
  const isPending = !isProposal && proposals.isPending
  const choice = offered.length > 0 && (
    <NativeSelect
      label={isProposal ? t.opportunity : t.basedOn}
      description={isProposal ? t.opportunityHint : t.basedOnHint}
      value={id}
      data={[...offered, { value: '', label: t.none }]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
  return { input, isPending, choice }
}
