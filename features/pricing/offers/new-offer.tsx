import { languageNames } from '@counterfoil/kit/contract/languages.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useOfferedLanguages } from '@counterfoil/kit/web/session/user.tsx'
import { type Language, useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import type { OfferKind } from './offer-kinds.schema.ts'
import { offerCalls } from './offers.contract.ts'
import { kindTexts, offerTexts } from './offers.messages.ts'

/** Chooses the template of a new offer: one of the active ones in its language, the first by default. */
export function NewOffer(props: {
  kind: OfferKind
  merchantId: string
  /** The accepted proposal on which a new agreement is based. */
  proposalId?: string
  language?: Language
  onMade(id: string): void
  onClose(): void
}) {
  const { kind, merchantId, proposalId = null } = props
  const t = useTexts(offerTexts)
  const words = useTexts(kindTexts[kind])
  const own = useLanguage()
  const languages = useOfferedLanguages()
  const usual = languages.find((one) => one === props.language) ?? own.language
  const [language, setLanguage] = useState<Language>(usual)
  const [chosen, choose] = useState<string>()
  const calls = offerCalls[kind]
  const templates = useCall(calls.templates, { query: { merchantId } }, { quiet: true })
  const offered = (templates.data ?? []).filter((one) => one.language === language)
  const templateId = chosen ?? offered[0]?.id ?? ''
  const create = useAction(calls.create, { quiet: true, onDone: ({ id }) => props.onMade(id) })
  const begin = () => {
    const input = { merchantId, language, templateId: templateId === '' ? null : templateId }
    const followed = kind === 'agreement' && proposalId !== null ? { proposalId } : {}
    void create.run({ body: { ...input, ...followed } })
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
        isRunning: create.isRunning || templates.isPending,
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
        <ProblemNote problem={create.problem ?? templates.error} />
      </Stack>
    </Dialog>
  )
}
