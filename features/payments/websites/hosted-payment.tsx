import '@counterfoil/kit/web/theme/input-styles.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import classes from './hosted-payment.module.css'
import { readPagePreview, readReturnSecret } from './websites.contract.ts'
import { hostedTexts } from './websites.messages.ts'
import { websites } from './websites.resource.ts'

const example = `import { createHmac, timingSafeEqual } from 'node:crypto'

const names = ['sessionId', 'linkId', 'paymentId', 'status', 'timestamp']
export function isSigned(url, secret) {
  const query = new URL(url).searchParams
  const said = new URLSearchParams(names.flatMap((one) => (query.has(one) ? [[one, query.get(one)]] : [])))
  const expected = createHmac('sha256', secret).update(said.toString()).digest()
  const signature = Buffer.from(query.get('signature') ?? '', 'hex')
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}`

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

function Returns() {
  const t = useTexts(hostedTexts)
  const [secret, setSecret] = useState<string>()
  const show = useAction(readReturnSecret, { onDone: (answer) => setSecret(answer.secret) })
  return (
    <Section title={t.returns}>
      <p>{t.returnsAbout}</p>
      {secret === undefined ? (
        <Button size="xs" loading={show.isRunning} onClick={() => show.run({ body: {} })}>
          {t.show}
        </Button>
      ) : (
        <CopyText name={t.secret} text={secret} />
      )}
      <h3>{t.example}</h3>
      <pre className={classes.code}>{example}</pre>
    </Section>
  )
}
