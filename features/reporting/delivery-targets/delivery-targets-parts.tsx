import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { SecretForm } from '@counterfoil/kit/web/resource/secret-form.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  makeTargetKey,
  setTargetSecret,
  type TargetTest,
  testTarget,
} from './delivery-targets.contract.ts'
import { targetTexts } from './delivery-targets.messages.ts'
import { deliveryTargets } from './delivery-targets.resource.ts'

export const parts: ResourceParts = {
  after: (row) => (
    <>
      <TargetSecret row={row} />
      <ConnectionTest key={row.version} row={row} />
    </>
  ),
}

/** What we sign in with: set and replaced, and never shown; of a key pair the public half is. */
function TargetSecret({ row }: { row: ResourceRow }) {
  const t = useTexts(targetTexts)
  const mayEdit = useMayEdit(deliveryTargets)
  const isSet = row.secretSetAt !== null
  const isServer = row.kind === 'sftp'
  const { publicKey } = row
  return (
    <RecordPart title={t.secret} about={isServer ? t.passwordAbout : t.accessKeyAbout}>
      {typeof publicKey === 'string' ? (
        <>
          <span>{t.keyIsSet}</span>
          <CopyText name={t.publicKey} text={publicKey} />
        </>
      ) : (
        <span>{isSet ? t.secretIsSet : t.noSecret}</span>
      )}
      {mayEdit && <PasswordForm row={row} />}
      {mayEdit && isServer && <KeyButton row={row} />}
    </RecordPart>
  )
}

function PasswordForm({ row }: { row: ResourceRow }) {
  const t = useTexts(targetTexts)
  const save = useAction(setTargetSecret, {
    onDone: ({ secretSetAt }) =>
      showSnackbar({ message: secretSetAt === null ? t.removed : t.saved, tone: 'success' }),
  })
  return (
    <SecretForm
      label={row.kind === 'sftp' ? t.newPassword : t.newAccessKey}
      setLabel={t.set}
      removeLabel={t.remove}
      removeTitle={t.removeTitle}
      removeText={t.removeText}
      isSet={row.secretSetAt !== null}
      isRunning={save.isRunning}
      onChange={(secret) =>
        save.tryRun({ params: { id: row.id }, body: { secret, version: row.version } })
      }
    />
  )
}

/** A new pair ends what worked until now, so it is asked first where something is set. */
function KeyButton({ row }: { row: ResourceRow }) {
  const t = useTexts(targetTexts)
  const [isAsked, setAsked] = useState(false)
  const make = useAction(makeTargetKey, {
    onDone: () => {
      setAsked(false)
      showSnackbar({ message: t.keyMade, tone: 'success' })
    },
  })
  const isSet = row.secretSetAt !== null
  const run = () => make.run({ params: { id: row.id }, body: { version: row.version } })
  return (
    <>
      <div>
        <Button
          size="compact-xs"
          variant="default"
          loading={make.isRunning}
          onClick={() => (isSet ? setAsked(true) : void run())}
        >
          {isSet ? t.makeNewKey : t.makeKey}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title={t.replaceTitle}
        text={t.replaceText}
        confirmLabel={t.replace}
        isDangerous
        isRunning={make.isRunning}
        problem={make.problem}
        onConfirm={() => void run()}
        onClose={() => setAsked(false)}
      />
    </>
  )
}

const failures = {
  reach: 'failedReach',
  host_key: 'failedHostKey',
  sign_in: 'failedSignIn',
  write: 'failedWrite',
} as const

function ConnectionTest({ row }: { row: ResourceRow }) {
  const t = useTexts(targetTexts)
  const mayEdit = useMayEdit(deliveryTargets)
  const [result, setResult] = useState<TargetTest>()
  const test = useAction(testTarget, { onDone: setResult })
  return (
    <RecordPart
      title={t.test}
      about={t.testAbout}
      action={
        mayEdit && (
          <Button
            size="compact-xs"
            variant="default"
            loading={test.isRunning}
            onClick={() => void test.run({ params: { id: row.id } })}
          >
            {t.start}
          </Button>
        )
      }
    >
      <div role="status">
        {result?.isGood === true && t.passed}
        {result?.failedAt && t[failures[result.failedAt]]}
      </div>
      {result?.hostKey && <CopyText name={t.fingerprint} text={result.hostKey} />}
      {result?.failedAt && result.failedAt !== 'host_key' && (
        <span>{t.said({ detail: result.detail })}</span>
      )}
    </RecordPart>
  )
}
