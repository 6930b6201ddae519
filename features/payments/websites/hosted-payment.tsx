import '@counterfoil/kit/web/theme/input-styles.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import classes from './hosted-payment.module.css'
import { returnExample } from './signed-return.rules.ts'
import {
  makeReturnSecret,
  readPagePreview,
  readReturnSecret,
  replaceReturnSecret,
} from './websites.contract.ts'
import { hostedTexts } from './websites.messages.ts'
import { websites } from './websites.resource.ts'

/** The merchant's payment page as payers see it, and the secret with which its shop checks who returns. */
export default function HostedPayment() {
  const t = useTexts(hostedTexts)
  return (
    <Page title={t.title} description={t.description}>
      <Look />
      <Returns />
    </Page>
  )
}

function Look() {
  const t = useTexts(hostedTexts)
  const maySeeWebsites = useMayCall(websites.calls.list)
  const list = useCall(
    websites.calls.list,
    { query: { pageIndex: 0, pageSize: 100, isActive: 'true' } },
    { enabled: maySeeWebsites },
  )
  const [websiteId, setWebsite] = useState('')
  const page = useCall(readPagePreview, { query: websiteId === '' ? {} : { websiteId } })
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const listen = ({ origin, data, source }: MessageEvent) => {
      const isOurs = origin === window.location.origin && source === frame.current?.contentWindow
      if (isOurs && data === 'ready') setReady(true)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (!isReady || page.data === undefined) return
    frame.current?.contentWindow?.postMessage(page.data, window.location.origin)
  }, [isReady, page.data])
  return (
    <Section title={t.look}>
      <p>{t.lookAbout}</p>
      {maySeeWebsites && (
        <>
          <NativeSelect
            className={classes.field}
            label={t.website}
            value={websiteId}
            onChange={({ currentTarget }) => setWebsite(currentTarget.value)}
            data={[
              { value: '', label: t.noWebsite },
              ...(list.data?.data ?? []).map((row) => ({ value: row.id, label: String(row.name) })),
            ]}
          />
          <p>
            <Link to={websites.merchants?.path ?? ''}>{t.toWebsites}</Link>
          </p>
        </>
      )}
      {page.error !== null && <ErrorState problem={page.error} onRetry={() => page.refetch()} />}
      {page.data === undefined && page.error === null && <LoadingLines lines={6} />}
      <iframe ref={frame} title={t.preview} src="/pay/preview" className={classes.frame} />
    </Section>
  )
}

type Secrets = AnswerOf<typeof readReturnSecret>

function Returns() {
  const t = useTexts(hostedTexts)
  const [secrets, setSecrets] = useState<Secrets>()
  const show = useAction(readReturnSecret, { onDone: setSecrets })
  return (
    <Section title={t.returns}>
      <p>{t.returnsAbout}</p>
      {secrets === undefined ? (
        <Button size="xs" loading={show.isRunning} onClick={() => show.run({ body: {} })}>
          {t.show}
        </Button>
      ) : (
        <ReturnSecrets secrets={secrets} onChange={setSecrets} />
      )}
      <h3>{t.example}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.code} aria-label={t.example} tabIndex={0}>
        <pre>{returnExample}</pre>
      </section>
    </Section>
  )
}

/** The secret in use and the one that follows it: both are there while the shop is being prepared. */
function ReturnSecrets(props: { secrets: Secrets; onChange(secrets: Secrets): void }) {
  const t = useTexts(hostedTexts)
  const { used, next } = props.secrets
  const newest = (next ?? used).version
  const [isAsking, setAsking] = useState(false)
  const make = useAction(makeReturnSecret, {
    onDone: (answer) => {
      props.onChange(answer)
      showSnackbar({ message: t.made, tone: 'success' })
    },
  })
  const use = useAction(replaceReturnSecret, {
    quiet: true,
    onDone: (answer) => {
      props.onChange(answer)
      setAsking(false)
      showSnackbar({ message: t.used, tone: 'success' })
    },
  })
  return (
    <>
      <h3>{t.secret}</h3>
      <CopyText name={t.secret} text={used.secret} />
      <p className={classes.quiet}>{t.inUse}</p>
      {next !== null && (
        <>
          <h3>{t.next}</h3>
          <CopyText name={t.next} text={next.secret} />
          <p>{t.nextAbout}</p>
        </>
      )}
      <div className={classes.actions}>
        {next !== null && (
          <Button size="xs" onClick={() => setAsking(true)}>
            {t.use}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={make.isRunning}
          onClick={() => make.run({ body: { newest } })}
        >
          {next === null ? t.make : t.makeAgain}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t.useTitle}
        text={t.useText}
        confirmLabel={t.use}
        isRunning={use.isRunning}
        problem={use.problem}
        onConfirm={() => use.run({ body: { newest } })}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
