import '@counterfoil/kit/web/theme/input-styles.ts'
import { composerId } from '@counterfoil/features/support/ticket-steps/main-action.rules.ts'
import type { TicketApi } from '@counterfoil/features/support/tickets/ticket-api.rules.ts'
import type { TicketDetails } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useShortcuts } from '@counterfoil/kit/web/overlays/shortcuts.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { FileUpload } from '@counterfoil/kit/web/upload/file-upload.tsx'
import type { UploadQueue } from '@counterfoil/kit/web/upload/upload-queue.ts'
import { ActionIcon, Button, SegmentedControl, Textarea } from '@mantine/core'
import { IconLock, IconMessage2, IconPaperclip, IconSend } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { ChangedNote } from './changed-note.tsx'
import type { CommentAttachments } from './comment-attachments.tsx'
import { maxCommentLength } from './feed.contract.ts'
import type { ShowReference } from './feed-item.tsx'
import type { FeedItem } from './feed-items.schema.ts'
import { SnippetList, snippetBoxId, snippetListId, snippetOptionId } from './snippet-list.tsx'
import { feedTexts } from './ticket-feed.messages.ts'
import classes from './ticket-feed.module.css'
import { type CommentDraft, useCommentDraft } from './use-comment-draft.tsx'
import { useSnippets } from './use-snippets.tsx'

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

function CommentForm(props: CommentBoxProps & { readonly isInternal: boolean }) {
  const { ticket, items, show, isInternal } = props
  const draft = useCommentDraft(props)
  const { attachments, comment, isChanged, seenItems } = draft
  const { queue, count } = attachments
  const [isAttaching, setAttaching] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const replies = useSnippets({ ticket, field, text: draft.text, write: draft.write })
  async function send() {
    if (await draft.send()) setAttaching(false)
  }
  return (
    <FileDropTarget queue={queue}>
      {isChanged && (
        <ChangedNote
          items={items.filter(({ itemId }) => !seenItems.current.ids.has(itemId))}
          problem={comment.problem}
          show={show}
          isReady={ticket.lastItemId !== seenItems.current.lastId}
          onSend={() => {
            draft.markSeen()
            void send()
          }}
        />
      )}
      <CommentField
        field={field}
        isInternal={isInternal}
        draft={draft}
        replies={replies}
        onSend={() => void send()}
      />
      <SnippetList of={replies} />
      {(isAttaching || count > 0) && <FileUpload queue={queue} />}
      {!isChanged && <ProblemNote problem={comment.problem} />}
      <div className={classes.boxFoot}>
        <span className={classes.hint}>
          {isInternal && <IconLock size={13} stroke={1.75} aria-hidden />}{' '}
          <DraftHint isEmpty={draft.text === ''} attachments={attachments} />
        </span>
        <CommentTools
          replies={replies}
          isAttaching={isAttaching || count > 0}
          onAttach={() => setAttaching((shown) => !shown)}
        />
        <SendButton isInternal={isInternal} draft={draft} onSend={send} />
      </div>
    </FileDropTarget>
  )
}

type SavedReplies = ReturnType<typeof useSnippets>

/** The text, in which a `/` opens the list of saved replies. */
function CommentField(props: {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly isInternal: boolean
  readonly draft: CommentDraft
  readonly replies: SavedReplies
  onSend(): void
}) {
  const t = useTexts(feedTexts)
  const { isInternal, draft, replies } = props
  return (
    <Textarea
      id={composerId}
      aria-label={isInternal ? t.note : t.comment}
      placeholder={isInternal ? t.noteHint : t.replyHint}
      autosize
      minRows={3}
      maxRows={14}
      maxLength={maxCommentLength}
      value={draft.text}
      ref={props.field}
      {...(replies.isOpen
        ? {
            'aria-autocomplete': 'list' as const,
            'aria-controls': snippetListId,
            'aria-activedescendant': snippetOptionId(replies.found[replies.active]),
          }
        : {})}
      onChange={(event) => {
        draft.write(event.currentTarget.value)
        replies.follow()
      }}
      onBlur={({ relatedTarget }) => {
        // the list's own link stays where it is while it is gone to
        if (!relatedTarget?.closest(`#${snippetBoxId}`)) replies.close()
        draft.sanitise()
      }}
      onKeyDown={(event) => {
        if (replies.handleKey(event)) return
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          props.onSend()
        }
      }}
    />
  )
}

function CommentTools(props: {
  readonly replies: SavedReplies
  readonly isAttaching: boolean
  onAttach(): void
}) {
  const t = useTexts(feedTexts)
  const { replies } = props
  return (
    <>
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
        aria-expanded={props.isAttaching}
        onClick={props.onAttach}
      >
        <IconPaperclip size={16} stroke={1.75} />
      </ActionIcon>
    </>
  )
}

function SendButton(props: {
  readonly isInternal: boolean
  readonly draft: CommentDraft
  onSend(): void
}) {
  const t = useTexts(feedTexts)
  return (
    <Button
      size="xs"
      leftSection={<IconSend size={14} stroke={1.75} />}
      loading={props.draft.comment.isRunning}
      disabled={!props.draft.isReady}
      onClick={props.onSend}
    >
      {props.isInternal ? t.addNote : t.send}
    </Button>
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
