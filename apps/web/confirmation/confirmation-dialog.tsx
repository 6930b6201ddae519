import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import '@counterfoil/kit/web/theme/input-styles.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Anchor, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session-context.tsx'
import type { Answer } from './confirmation.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  title: 'Confirm it is you',
  hint: 'Enter the code that your authenticator app shows.',
  code: 'One-time code',
  confirm: 'Confirm',
  cancel: 'Cancel',
  wrong: 'This code is wrong or was used already. Wait for the next one.',
  elsewhere:
    'The code was not used: it was asked for too long ago, or for something else. Enter the one that is shown now.',
  locked: 'Too many wrong codes. Try again in 15 minutes.',
  notEnrolled: 'This needs an authenticator app, and your account has none yet.',
  setUp: 'Set one up',
  signIn: 'Sign in again to confirm this.',
  signInButton: 'Sign in',
  failed: 'The sign-in did not succeed.',
})

interface DialogProps {
  readonly question: {
    readonly problem: CallProblem
    answer(headers: Answer | undefined): void
  }
}

/** Asks for the confirmation that the server requires before an action. */
export function ConfirmationDialog({ question }: DialogProps) {
  return question.problem.challenge?.kind === 'sign-in' ? (
    <SignInAgain question={question} />
  ) : (
    // after a wrong code the field is emptied
    <CodeDialog key={question.problem.requestId} question={question} />
  )
}

function CodeDialog({ question: { problem, answer } }: DialogProps) {
  const t = useTexts(texts)
  const { accountPages } = useSession()
  const [code, setCode] = useState('')
  const isNotEnrolled = problem.code === 'sca.not_enrolled'
  const error = {
    'sca.code_wrong': t.wrong,
    'sca.wrong_action': t.elsewhere,
    'sca.locked': t.locked,
  }[problem.code]
  const { challenge } = problem

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return
    answer({
      scaCode: code.trim(),
      ...(challenge?.id === undefined ? {} : { scaChallenge: challenge.id }),
    })
  }
  return (
    <Dialog
      isOpen
      onClose={() => answer(undefined)}
      title={t.title}
      size="sm"
      keepsOpenOutside
      footer={
        <>
          <Button variant="default" onClick={() => answer(undefined)}>
            {t.cancel}
          </Button>
          {!isNotEnrolled && (
            <Button type="submit" form="confirmation">
              {t.confirm}
            </Button>
          )}
        </>
      }
    >
      {isNotEnrolled ? (
        <p role="alert">
          {t.notEnrolled}{' '}
          {accountPages.manage !== null && (
            <Anchor href={accountPages.manage} target="_blank" rel="noopener">
              {t.setUp}
            </Anchor>
          )}
        </p>
      ) : (
        <form id="confirmation" onSubmit={submit} noValidate>
          <TextInput
            data-autofocus
            label={t.code}
            description={t.hint}
            error={error}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={30}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </form>
      )}
    </Dialog>
  )
}

function SignInAgain({ question: { problem, answer } }: DialogProps) {
  const t = useTexts(texts)
  const session = useSession()
  const [hasFailed, setFailed] = useState(false)
  async function signIn() {
    const isDone = await session.stepUp(problem.challenge?.acrValues ?? '')
    if (isDone) answer({})
    else setFailed(true)
  }
  return (
    <Dialog
      isOpen
      onClose={() => answer(undefined)}
      title={t.title}
      size="sm"
      keepsOpenOutside
      action={{ label: t.signInButton, onClick: signIn, changesNothing: true }}
    >
      <p>{t.signIn}</p>
      {hasFailed && <p role="alert">{t.failed}</p>}
    </Dialog>
  )
}
