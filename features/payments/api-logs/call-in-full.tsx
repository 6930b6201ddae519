import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { merchantLogs, operatorLogs } from './api-logs.contract.ts'
import { logTexts } from './api-logs.messages.ts'
import classes from './api-logs.module.css'
import { curlOf } from './curl.rules.ts'

type ReadCall = typeof operatorLogs.read | typeof merchantLogs.read

interface CallInFullProps {
  readonly id: string
  readonly call: ReadCall
  onClose(): void
}

export function CallInFull({ id, call, onClose }: CallInFullProps) {
  const t = useTexts(logTexts)
  const log = useCall(call, { params: { logId: id } }, { quiet: true, staleMs: 60_000 })
  const { data } = log
  const curl = data && curlOf(data, window.location.origin)
  const isRefused = (data?.status ?? 0) >= 400
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={data === undefined ? t.call : `${data.method} ${data.url}`}
      size="lg"
      isMaximizable
    >
      {log.isPending && <LoadingLines />}
      {log.error !== null && <ErrorState problem={log.error} onRetry={() => log.refetch()} />}
      {data !== undefined && curl !== undefined && (
        <>
          <h3 className={classes.codeTitle}>{t.request}</h3>
          {isRefused && data.request === null ? (
            <p className={classes.hint}>{t.requestNotStored}</p>
          ) : (
            <pre className={classes.code}>{data.request ?? '–'}</pre>
          )}
          <h3 className={classes.codeTitle}>{t.response}</h3>
          <pre className={classes.code}>{data.response ?? '–'}</pre>
          {data.direction === 'inbound' && (
            <>
              <h3 className={classes.codeTitle}>
                {t.curl} <CopyText name={t.copyCurl} text={curl} isButtonOnly />
              </h3>
              <pre className={classes.code}>{curl}</pre>
              <p className={classes.hint}>{t.curlHint}</p>
            </>
          )}
        </>
      )}
    </Dialog>
  )
}
