import type { Client } from '@counterfoil/kit/web/calls/call.ts'
import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { EmptyState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type NoteCalls, NoteKeeper, type OpenNote } from './note-keeper.tsx'
import { createNote, deleteNote, listNotes, maxNoteLength, updateNote } from './notes.contract.ts'
import { noteTexts } from './quick-panel.messages.ts'
import classes from './quick-panel.module.css'

/** The user's own notes, saved while they are written. */
export function NotesTab() {
  const t = useTexts(noteTexts)
  const keeper = useKeeper()
  const notes = useSyncExternalStore(keeper.subscribe, () => keeper.notes)
  const status = useSyncExternalStore(keeper.subscribe, () => keeper.status)
  const [added, setAdded] = useState<string | null>(null)
  if (status === 'loading') return <LoadingLines lines={6} />
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} stroke={1.75} />}
        onClick={() => setAdded(keeper.add())}
      >
        {t.add}
      </Button>
      {notes.length === 0 && <EmptyState title={t.empty} text={t.emptyHint} />}
      <ul className={classes.notes}>
        {notes.map((note) => (
          <li key={note.id}>
            <NoteEditor note={note} keeper={keeper} isNew={note.id === added} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** One keeper as long as the tab is open; what it has not saved yet it saves when the tab is left. */
function useKeeper(): NoteKeeper {
  const { client } = useClient()
  const { id } = useUser()
  const keeper = useMemo(
    () => new NoteKeeper(callsOf(client), localStorage, `notes:${id}`, () => crypto.randomUUID()),
    [client, id],
  )
  useEffect(() => {
    keeper.load()
    const follow = () => {
      if (document.visibilityState === 'visible') keeper.load()
      else keeper.flush()
    }
    document.addEventListener('visibilitychange', follow)
    window.addEventListener('online', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      window.removeEventListener('online', follow)
      keeper.flush()
    }
  }, [keeper])
  return keeper
}

function callsOf(client: Client): NoteCalls {
  return {
    list: async () => (await client.send(listNotes, {})).data,
    create: (id, text) => client.send(createNote, { body: { id, text } }),
    update: (id, body) => client.send(updateNote, { params: { id }, body }),
    remove: async (id) => {
      await client.send(deleteNote, { params: { id } })
    },
    judge: (cause) => {
      if (!(cause instanceof CallProblem)) throw cause
      if (cause.code === 'note.changed') return 'changed-elsewhere'
      if (cause.status === 404) return 'gone'
      return cause.status >= 400 && cause.status < 500 ? 'refused' : 'try-again'
    },
  }
}

function NoteEditor(props: { note: OpenNote; keeper: NoteKeeper; isNew: boolean }) {
  const t = useTexts(noteTexts)
  const { note, keeper } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={classes.note}>
      <textarea
        aria-label={t.note}
        placeholder={t.placeholder}
        maxLength={maxNoteLength}
        rows={3}
        // biome-ignore lint/a11y/noAutofocus: the note was asked for just now, to write in it
        autoFocus={props.isNew}
        value={note.text}
        onChange={(event) => keeper.write(note.id, event.currentTarget.value)}
        onBlur={() => {
          const left = sanitise(note.text)
          if (left !== note.text) keeper.write(note.id, left)
        }}
      />
      {note.isCopy === true && <p className={classes.copied}>{t.copied}</p>}
      <div className={classes.noteFoot}>
        <span className={classes.muted} role="status" data-state={note.state}>
          {note.saved === null && note.text === '' ? '' : t[note.state]}
        </span>
        <button
          type="button"
          className={classes.remove}
          aria-label={t.remove}
          title={t.remove}
          onClick={() => (note.text === '' ? keeper.remove(note.id) : setAsking(true))}
        >
          <IconTrash size={16} stroke={1.6} aria-hidden />
        </button>
      </div>
      <RemoveDialog
        note={note}
        keeper={keeper}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

function RemoveDialog(props: {
  note: OpenNote
  keeper: NoteKeeper
  isOpen: boolean
  onClose(): void
}) {
  const t = useTexts(noteTexts)
  const [problem, setProblem] = useState<CallProblem | null>(null)
  async function remove() {
    try {
      await props.keeper.remove(props.note.id)
    } catch (cause) {
      if (!(cause instanceof CallProblem)) throw cause
      setProblem(cause)
    }
  }
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      onConfirm={remove}
      title={t.removeTitle}
      text={t.removeText}
      confirmLabel={t.removeConfirm}
      isDangerous
      problem={problem}
    />
  )
}
