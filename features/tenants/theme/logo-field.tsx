import { fileCalls } from '@counterfoil/features/messaging/files/file-calls.rules.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useFileQueue } from '@counterfoil/kit/web/upload/file-queue.ts'
import { FileUpload } from '@counterfoil/kit/web/upload/file-upload.tsx'
import { Button } from '@mantine/core'
import { useController } from 'react-hook-form'
import { themeTexts } from './theme.messages.ts'
import classes from './theme-settings.module.css'

/** The current logo, or another one from a file; the form's value is the id of the uploaded file, or null for none. */
export function LogoField({
  tenantId,
  logo,
  isDisabled,
}: {
  tenantId: string
  logo: string | null
  isDisabled: boolean
}) {
  const t = useTexts(themeTexts)
  const isOwn = useUser().tenantId === tenantId
  const { field } = useController({ name: 'logoFileId' })
  const queue = useFileQueue(fileCalls, {
    // a picture that platform staff upload for a tenant belongs to that tenant
    tenantId: isOwn ? undefined : tenantId,
    onRemove: (fileId) => {
      if (field.value === fileId) field.onChange(undefined)
    },
    onFinished: (fileIds) => {
      const newest = fileIds.at(-1)
      if (newest !== undefined) field.onChange(newest)
    },
  })
  const isGone = field.value === null || logo === null
  return (
    <div className={classes.logo}>
      {field.value === undefined && logo !== null && (
        <img src={logo} alt={t.logo} className={classes.logoPicture} />
      )}
      {isGone && <p className={classes.hint}>{t.noLogo}</p>}
      <FileUpload queue={queue} isDisabled={isDisabled} limits={t.logoHint} />
      {!isGone && field.value === undefined && (
        <Button
          variant="default"
          size="xs"
          disabled={isDisabled}
          onClick={() => field.onChange(null)}
        >
          {t.removeLogo}
        </Button>
      )}
    </div>
  )
}
