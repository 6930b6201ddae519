import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  createNote,
  deleteNote,
  listNotes,
  maxNotes,
  type Note,
  updateNote,
} from './notes.contract.ts'
import {
  countNoteRows,
  deleteNoteRow,
  findNoteRow,
  insertNoteRow,
  listNoteRows,
  updateNoteRow,
} from './notes.queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof insertNoteRow>>>

const ownerOf = (caller: UserCaller) => ({ tenantId: caller.tenantId, userId: caller.id })

const noteOf = (row: Row): Note => ({
  id: row.id,
  text: row.text,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
})

/** What a note says is its writer's alone: the audit tells that it was written, not what. */
const auditOf = (caller: UserCaller, id: string) => ({
  type: 'note',
  id,
  merchantId: caller.merchantId,
})

export const routes: Route[] = [
  route(listNotes, async (_input, { db, caller }) => {
    const rows = await listNoteRows(db, ownerOf(caller), maxNotes)
    return { data: rows.map(noteOf), count: rows.length }
  }),
  route(createNote, async ({ body }, { caller, now, audit, transaction }) =>
    transaction(async (db) => {
      const owner = ownerOf(caller)
      await audit(db, auditOf(caller, body.id))
      const before = await findNoteRow(db, owner, body.id)
      if (before !== undefined) return sameNote(before, body.text)
      await lockUntilCommit(db, `notes of ${caller.id}`)
      if ((await countNoteRows(db, owner)) >= maxNotes) {
        throw new Problem(
          'note.too_many',
          409,
          `You have ${maxNotes} notes. Delete one to add one.`,
          {
            params: { most: maxNotes },
          },
        )
      }
      const made = await insertNoteRow(db, owner, body.id, body.text, now)
      if (made !== undefined) return noteOf(made)
      // the same request at the same time was first, or the id is another's
      const first = await findNoteRow(db, owner, body.id)
      if (first === undefined) throw changedElsewhere()
      return sameNote(first, body.text)
    }),
  ),
  route(updateNote, async ({ params, body }, { caller, now, audit, transaction }) =>
    transaction(async (db) => {
      const owner = ownerOf(caller)
      await audit(db, auditOf(caller, params.id))
      const after = await updateNoteRow(db, owner, params.id, body, now)
      if (after !== undefined) return noteOf(after)
      const current = await findNoteRow(db, owner, params.id)
      if (current === undefined) throw notFound('The note')
      // the same change once more, because its answer was lost
      if (current.text === body.text) return noteOf(current)
      throw changedElsewhere()
    }),
  ),
  route(deleteNote, async ({ params }, { caller, audit, transaction }) =>
    transaction(async (db) => {
      await audit(db, auditOf(caller, params.id))
      if (!(await deleteNoteRow(db, ownerOf(caller), params.id))) throw notFound('The note')
      return undefined
    }),
  ),
]

/** A repeated request is answered as the first; another text under the same id is refused. */
function sameNote(row: Row, text: string): Note {
  if (row.text === text) return noteOf(row)
  throw changedElsewhere()
}

function changedElsewhere(): Problem {
  return new Problem('note.changed', 409, 'This note was changed elsewhere in the meantime')
}
