import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import classes from './copy-text.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({
  copy: 'Copy {name}',
  copied: 'Copied',
})

const shownMs = 1500

interface CopyTextProps {
  readonly name: string
  readonly text: string
  /** The text stands elsewhere. */
  readonly isButtonOnly?: boolean
}

/** An id that people carry elsewhere: the text, and a button that copies it. */
export function CopyText({ name, text, isButtonOnly = false }: CopyTextProps) {
  const t = useTexts(texts)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <span className={classes.line}>
      {!isButtonOnly && <code className={classes.text}>{text}</code>}
      {/* without https a browser has no clipboard: then there is only the text */}
      {navigator.clipboard !== undefined && (
        <button
          type="button"
          className={classes.button}
          aria-label={isCopied ? t.copied : t.copy({ name })}
          title={isCopied ? t.copied : t.copy({ name })}
          onClick={() => void copy()}
        >
          <Icon size={14} stroke={1.75} aria-hidden />
        </button>
      )}
    </span>
  )
}
