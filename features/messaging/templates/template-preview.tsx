import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { RichText } from '@counterfoil/kit/web/formats/rich-text.tsx'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { PartLine, RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { templateCalls } from './templates.contract.ts'
import { templateTexts } from './templates.messages.ts'
import classes from './templates.module.css'

export const templateCallsOf = (of: Resource) => templateCalls[of.id as keyof typeof templateCalls]

const restsMs = 250

/** The typed text, with real data for its variables. */
export function TemplatePreview({ of, tenantId }: { of: Resource; tenantId: string | undefined }) {
  const t = useTexts(templateTexts)
  const form = useFormContext()
  const calls = templateCallsOf(of)
  // a signature does not depend on a merchant
  const isSignature = 'userId' in of.fields
  const [merchantId, setMerchantId] = useState<string | null>(null)
  const query = tenantId === undefined ? {} : { tenantId }
  const shown = useAction(calls.preview, { quiet: true })
  const [read, setRead] = useState<{ subject: string | null; html: string }>()
  async function show() {
    if (!(await form.trigger())) return setRead(undefined)
    const typed = form.getValues()
    const values = Object.fromEntries(
      Object.keys(of.fields).map((name) => [
        name,
        typed[name] === '' ? null : (typed[name] ?? null),
      ]),
    )
    setRead(await shown.run({ query, body: { values, merchantId } }))
  }
  return (
    <RecordPart title={t.preview} about={t.previewAbout}>
      <PartLine>
        {!isSignature && (
          <MerchantChoice of={of} query={query} value={merchantId} onChange={setMerchantId} />
        )}
        <Button size="xs" variant="default" loading={shown.isRunning} onClick={() => void show()}>
          {t.show}
        </Button>
      </PartLine>
      <ProblemNote problem={shown.problem} />
      {read !== undefined && (
        <div className={classes.paper} role="status">
          {read.subject !== null && <p className={classes.subject}>{read.subject}</p>}
          <RichText html={read.html} />
        </div>
      )}
    </RecordPart>
  )
}

function MerchantChoice(props: {
  of: Resource
  query: { tenantId?: string }
  value: string | null
  onChange(value: string | null): void
}) {
  const t = useTexts(templateTexts)
  const [search, setSearch] = useState('')
  const [searchKey] = useDebouncedValue(search, restsMs)
  const found = useCall(
    templateCallsOf(props.of).merchants,
    { query: { ...props.query, searchKey } },
    { keepPrevious: true, staleMs: 30_000, quiet: true },
  )
  const data = (found.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      size="xs"
      label={t.merchant}
      placeholder={t.firstMerchant}
      searchable
      clearable
      data={data}
      filter={({ options }) => options}
      nothingFoundMessage={t.noMatch}
      value={props.value}
      onSearchChange={(text) => setSearch(data.some(({ label }) => label === text) ? '' : text)}
      onChange={props.onChange}
    />
  )
}
