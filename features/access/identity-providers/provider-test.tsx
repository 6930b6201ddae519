import '@mantine/core/styles/Code.layer.css'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Code } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { readTest, startTest, type TestResult } from './identity-providers.contract.ts'
import { providerTexts } from './identity-providers.messages.ts'
import { identityProviders } from './identity-providers.resource.ts'

const askedEveryMs = 1_500

/** A sign-in at the provider in a window of its own, and what came of each step. */
export function ProviderTest(props: { id: string; isTested: boolean; onEnd(): void }) {
  const t = useTexts(providerTexts)
  const { id, onEnd } = props
  const mayEdit = useMayEdit(identityProviders)
  const [testId, setTestId] = useState<string>()
  const [isBlocked, setBlocked] = useState(false)
  const start = useAction(startTest)
  const test = useTest(id, testId)
  const outcome = test?.outcome
  const reported = useRef<string>(undefined)
  useEffect(() => {
    if (outcome == null || reported.current === testId) return
    reported.current = testId
    onEnd()
  }, [outcome, testId, onEnd])
  async function begin() {
    // opened by the click itself, as browsers let no later moment open one
    const opened = window.open('', 'identity-provider-test', 'width=520,height=720')
    setBlocked(opened === null)
    if (opened === null) return
    const begun = await start.run({ params: { id } })
    if (begun === undefined) return opened.close()
    opened.opener = null
    opened.location.href = begun.url
    setTestId(begun.testId)
  }
  return (
    <RecordPart
      title={t.test}
      about={t.testAbout}
      action={
        mayEdit && (
          <Button
            size="compact-xs"
            variant="default"
            loading={start.isRunning}
            onClick={() => void begin()}
          >
            {t.start}
          </Button>
        )
      }
    >
      {isBlocked && <span role="alert">{t.blocked}</span>}
      <div role="status">
        {testId !== undefined && outcome == null && t.waiting}
        {(outcome === 'passed' || (testId === undefined && props.isTested)) && t.passed}
        {outcome === 'failed' && t.failed}
      </div>
      {test !== undefined && <Result of={test} />}
    </RecordPart>
  )
}

function useTest(id: string, testId: string | undefined): TestResult | undefined {
  const [isOver, setOver] = useState<string>()
  const isOpen = testId !== undefined && isOver !== testId
  const { data } = useCall(
    readTest,
    { params: { id, testId: testId ?? '' } },
    {
      enabled: testId !== undefined,
      quiet: true,
      ...(isOpen ? { refetchEveryMs: askedEveryMs } : {}),
    },
  )
  const outcome = data?.outcome
  useEffect(() => {
    if (outcome != null) setOver(testId)
  }, [outcome, testId])
  return data
}

function Result({ of }: { of: TestResult }) {
  const t = useTexts(providerTexts)
  const said = (detail: string) =>
    detail === 'no_email' || detail === 'unverified_email' ? t[detail] : detail
  return (
    <>
      <ul aria-label={t.steps} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {of.steps.map(({ step, isGood, detail }) => (
          <li key={step} style={{ overflowWrap: 'anywhere' }}>
            {isGood ? (
              <IconCheck size={14} aria-label={t.good} />
            ) : (
              <IconX size={14} aria-label={t.bad} />
            )}{' '}
            {t[`step-${step}`]}
            {detail !== '' && `: ${said(detail)}`}
          </li>
        ))}
      </ul>
      {of.wouldBe !== null && (
        <span>
          {t.wouldBe} {t[`would-${of.wouldBe}` as 'would-existing']}.
        </span>
      )}
      {of.claims !== null && (
        <details>
          <summary>{t.claims}</summary>
          <Code block>{JSON.stringify(of.claims.all, null, 2)}</Code>
        </details>
      )}
    </>
  )
}
