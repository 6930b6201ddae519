import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, recordVersion, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const maxNoteLength = 10_000
/** Notes that one user keeps. */
export const maxNotes = 100

const text = z.string().max(maxNoteLength, `A note has at most ${maxNoteLength} characters`)

const note = z.object({
  id,
  text: z.string(),
  /** Counts the changes. */
  version: z.int(),
  updatedAt: timestamp,
})
export type Note = z.infer<typeof note>

const path = '/api/user-notes'

export const listNotes = endpoint({
  id: 'notes.list',
  method: 'GET',
  path,
  summary: "The user's own notes, the last changed first",
  permission: [],
  answer: listOf(note),
})

export const createNote = endpoint({
  id: 'notes.create',
  method: 'POST',
  path,
  summary: 'Writes a note',
  permission: [],
  /** The client's own id makes a repeated request the same note. */
  body: z.strictObject({ id, text }),
  answer: note,
  status: 201,
})

export const updateNote = endpoint({
  id: 'notes.update',
  method: 'PUT',
  path: `${path}/:id`,
  summary: 'Changes a note; refused when it was changed elsewhere since `version`',
  permission: [],
  params: idParams,
  body: z.strictObject({ text, version: recordVersion }),
  answer: note,
})

export const deleteNote = endpoint({
  id: 'notes.delete',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Deletes a note',
  permission: [],
  params: idParams,
})
