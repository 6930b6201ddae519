import '@counterfoil/kit/web/theme/input-styles.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { FileInput } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTexts } from '../texts/i18n.tsx'

const msg = messagesOf(import.meta.url)

const texts = msg({
  choose: 'Choose a file',
  clear: 'Choose none',
})

/** One file of the given kind. The browser's own control speaks the browser's language, not the user's. */
export function OneFileInput(props: {
  /** For the focus of a form that is sent without a file. */
  ref?: Ref<HTMLButtonElement>
  label: string
  description?: string
  accept: string
  file: File | undefined
  error?: string | undefined
  isRequired?: boolean
  onFile(file: File | undefined): void
}) {
  const t = useTexts(texts)
  return (
    <FileInput
      ref={props.ref}
      // of a button only its name is read out: without this the chosen file would not be
      {...(props.file === undefined ? {} : { 'aria-label': `${props.label}: ${props.file.name}` })}
      label={props.label}
      description={props.description}
      accept={props.accept}
      placeholder={t.choose}
      leftSection={<IconFileText size={16} stroke={1.6} aria-hidden />}
      clearable
      clearButtonProps={{ 'aria-label': t.clear }}
      withAsterisk={props.isRequired === true}
      error={props.error}
      value={props.file ?? null}
      onChange={(file) => props.onFile(file ?? undefined)}
    />
  )
}
