import '@counterfoil/kit/web/theme/input-styles.ts'
import { composerId } from '@counterfoil/features/support/ticket-steps/main-action.rules.ts'
import type { TicketApi } from '@counterfoil/features/support/tickets/ticket-api.rules.ts'
import type { TicketDetails } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import { useKeptText } from '@counterfoil/kit/web/form/unsaved-text.ts'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useShortcuts } from '@counterfoil/kit/web/overlays/shortcuts.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { FileUpload } from '@counterfoil/kit/web/upload/file-upload.tsx'
import type { UploadQueue } from '@counterfoil/kit/web/upload/upload-queue.ts'
import { ActionIcon, Button, SegmentedControl, Textarea } from '@mantine/core'
import { IconLock, IconMessage2, IconPaperclip, IconSend } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { ChangedNote } from './changed-note.tsx'
import { type CommentAttachments, useCommentAttachments } from './comment-attachments.tsx'
import { maxCommentLength } from './feed.contract.ts'
import type { ShowReference } from './feed-item.tsx'
import type { FeedItem } from './feed-items.schema.ts'
import { SnippetList, snippetListId, snippetOptionId } from './snippet-list.tsx'
import { feedTexts } from './ticket-feed.messages.ts'
import classes from './ticket-feed.module.css'
import { useSnippets } from './use-snippets.tsx'

const changedCode = 'ticket.changed'

interface CommentBoxProps {
  readonly ticket: TicketDetails
  readonly api: TicketApi
  readonly items: readonly FeedItem[]
  readonly show: ShowReference
  /** The ticket was changed by others: ticket and feed are read again. */
  onChanged(): void
}

/** Writes a reply or an internal note. Each has its own draft, so that a note is not sent as a reply. */
export function CommentBox(props: CommentBoxProps) {
  const t = useTexts(feedTexts)
  const { actions } = props.ticket
  const mayNote = actions.includes('commentInternally')
  const [isNote, setNote] = useState(false)
  const { hash, key } = useLocation()
  function write(asNote: boolean) {
    flushSync(() => setNote(asNote))
    document.getElementById(composerId)?.focus()
  }
  // each time that the address asks for it
  useEffect(() => {
    if (hash === `#${composerId}`) setNote(false)
  }, [hash, key])
  // once the field for a reply is there
  useEffect(() => {
    if (hash === `#${composerId}`) document.getElementById(composerId)?.focus()
  }, [hash, key, isNote])
  const mayReply = actions.includes('comment')
  const isInternal = mayNote && (isNote || !mayReply)
  useShortcuts(t.title, [
    ...(mayReply ? [{ key: 'r', label: t.reply, run: () => write(false) }] : []),
    ...(mayNote ? [{ key: 'n', label: t.note, run: () => write(true) }] : []),
  ])
  if (!mayNote && !actions.includes('comment')) {
    return props.ticket.state === 'Closed' ? <p className={classes.hint}>{t.closedHint}</p> : null
  }
  return (
    <div className={classes.box} data-composer data-internal={isInternal || undefined}>
      {mayNote && actions.includes('comment') && (
        <SegmentedControl
          size="xs"
          aria-label={t.visibility}
          value={isInternal ? 'note' : 'reply'}
          onChange={(chosen) => setNote(chosen === 'note')}
          data={[
            { value: 'reply', label: t.reply },
            { value: 'note', label: t.note },
          ]}
        />
      )}
      <CommentForm key={String(isInternal)} {...props} isInternal={isInternal} />
    </div>
  )
}

function CommentForm(props: CommentBoxProps & { isInternal: boolean }) {
  const { ticket, api, items, show, isInternal } = props
  const t = useTexts(feedTexts)
  const draftName = `comment:${ticket.ticketId}:${isInternal ? 'note' : 'reply'}`
  const draft = useKeptText(draftName)
  const attachments = useCommentAttachments(draftName, isInternal ? undefined : api.params.tenantId)
  const [isAttaching, setAttaching] = useState(false)
  // what the writer had seen when the draft was begun
  const lastSeenId = useRef(ticket.lastItemId)
  const seenIds = useRef(new Set(items.map(({ itemId }) => itemId)))
  const field = useRef<HTMLTextAreaElement>(null)
  const replies = useSnippets({ ticket, field, text: draft.text, write })
  const comment = useAction(api.calls.comment, {
    quiet: true,
    onProblem: ({ code }) => code === changedCode && props.onChanged(),
  })
  const isChanged = comment.problem?.code === changedCode
  const isReady = draft.text.trim() !== '' && attachments.isReady

  function write(text: string) {
    if (draft.text.trim() === '') markSeen()
    draft.write(text)
  }
  function markSeen() {
    lastSeenId.current = ticket.lastItemId
    seenIds.current = new Set(items.map(({ itemId }) => itemId))
  }
  async function send() {
    if (!isReady || comment.isRunning) return
    const sent = draft.text
    const { fileIds, queue } = attachments
    const files = fileIds.length === 0 ? {} : { attachments: [...fileIds] }
    const body = { content: sanitise(sent), isInternal, lastItemId: lastSeenId.current, ...files }
    const created = await comment.run({ params: api.params, body })
    if (created === undefined) return
    draft.clear(sent)
    queue.clear()
    setAttaching(false)
  }
  return (
    <FileDropTarget queue={attachments.queue}>
      {isChanged && (
        <ChangedNote
          items={items.filter(({ itemId }) => !seenIds.current.has(itemId))}
          problem={comment.problem}
          show={show}
          isReady={ticket.lastItemId !== lastSeenId.current}
          onSend={() => {
            markSeen()
            void send()
          }}
        />
      )}
      <Textarea
        id={composerId}
        aria-label={isInternal ? t.note : t.comment}
        placeholder={isInternal ? t.noteHint : t.replyHint}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={maxCommentLength}
        value={draft.text}
        ref={field}
        {...(replies.isOpen
          ? {
              'aria-autocomplete': 'list' as const,
              'aria-controls': snippetListId,
              'aria-activedescendant': snippetOptionId(replies.found[replies.active]),
            }
          : {})}
        onChange={(event) => {
          write(event.currentTarget.value)
          replies.follow()
        }}
        onBlur={() => {
          replies.close()
          draft.write(sanitise(draft.text))
        }}
        onKeyDown={(event) => {
          if (replies.handleKey(event)) return
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            void send()
          }
        }}
      />
      <SnippetList of={replies} />
      {(isAttaching || attachments.count > 0) && <FileUpload queue={attachments.queue} />}
      {!isChanged && <ProblemNote problem={comment.problem} />}
      <div className={classes.boxFoot}>
        <span className={classes.hint}>
          {isInternal && <IconLock size={13} stroke={1.75} aria-hidden />}{' '}
          <DraftHint isEmpty={draft.text === ''} attachments={attachments} />
        </span>
        {replies.isOffered && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.insertSnippet}
            title={t.insertSnippet}
            onMouseDown={(event) => event.preventDefault()}
            onClick={replies.begin}
          >
            <IconMessage2 size={16} stroke={1.75} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.attach}
          title={t.attach}
          aria-expanded={isAttaching || attachments.count > 0}
          onClick={() => setAttaching((shown) => !shown)}
        >
          <IconPaperclip size={16} stroke={1.75} />
        </ActionIcon>
        <Button
          size="xs"
          leftSection={<IconSend size={14} stroke={1.75} />}
          loading={comment.isRunning}
          disabled={!isReady}
          onClick={send}
        >
          {isInternal ? t.addNote : t.send}
        </Button>
      </div>
    </FileDropTarget>
  )
}

function DraftHint(props: { isEmpty: boolean; attachments: CommentAttachments }) {
  const t = useTexts(feedTexts)
  if (props.attachments.isUploading) return t.uploading
  return props.isEmpty ? t.sendKeys : t.kept
}

/** Takes files that are dropped on it or pasted into it. */
function FileDropTarget({ queue, children }: { queue: UploadQueue; children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button is for everybody
    <div
      className={classes.form}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        // the upload zone inside takes what is dropped on it
        if (event.defaultPrevented || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        queue.add(event.dataTransfer.files)
      }}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return
        event.preventDefault()
        queue.add(event.clipboardData.files)
      }}
    >
      {children}
    </div>
  )
}
