import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { RichText } from '@counterfoil/kit/web/formats/rich-text.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { templateCallsOf } from './template-preview.tsx'
import type { templateVersion } from './templates.contract.ts'
import { templateTexts } from './templates.messages.ts'
import classes from './templates.module.css'

type Version = z.infer<typeof templateVersion>

/** All saved versions, to read and to restore. */
export function TemplateVersions({ of, row }: { of: Resource; row: ResourceRow }) {
  const t = useTexts(templateTexts)
  const versions = useCall(
    templateCallsOf(of).versions,
    { params: { id: row.id } },
    { quiet: true },
  )
  return (
    <RecordPart title={t.versions}>
      {versions.data === undefined && versions.error === null && <LoadingLines lines={2} />}
      {versions.error !== null && (
        <ErrorState problem={versions.error} onRetry={() => versions.refetch()} />
      )}
      <ol className={classes.versions}>
        {versions.data?.map((version, at) => (
          <VersionEntry key={version.number} of={of} version={version} isCurrent={at === 0} />
        ))}
      </ol>
    </RecordPart>
  )
}

function VersionEntry(props: { of: Resource; version: Version; isCurrent: boolean }) {
  const t = useTexts(templateTexts)
  const { of, version } = props
  const form = useFormContext()
  const mayEdit = useMayEdit(of)
  const [isSeen, setSeen] = useState(false)
  function restore() {
    for (const [name, value] of Object.entries(version.values)) {
      form.setValue(name, value ?? undefined, { shouldDirty: true, shouldValidate: true })
    }
    showSnackbar({ message: t.restored, tone: 'info' })
  }
  return (
    <li>
      <div className={classes.versionLine}>
        <strong>{t.version({ number: version.number })}</strong>
        <span>
          <DateTime value={version.savedAt} /> · {version.savedBy}
          {props.isCurrent && ` · ${t.current}`}
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isSeen}
          aria-label={`${isSeen ? t.hide : t.see}: ${t.version({ number: version.number })}`}
          onClick={() => setSeen(!isSeen)}
        >
          {isSeen ? t.hide : t.see}
        </Button>
        {mayEdit && !props.isCurrent && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`${t.restore}: ${t.version({ number: version.number })}`}
            onClick={restore}
          >
            {t.restore}
          </Button>
        )}
      </div>
      {isSeen && (
        <div className={classes.paper}>
          {typeof version.values.subject === 'string' && (
            <p className={classes.subject}>{version.values.subject}</p>
          )}
          <RichText html={version.values.body ?? ''} />
        </div>
      )}
    </li>
  )
}
