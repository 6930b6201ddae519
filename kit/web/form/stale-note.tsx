import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import table from '../lists/plain-table.module.css'
import { useTexts } from '../texts/i18n.tsx'
import classes from './stale-note.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({
  taken: 'Their changes to other fields are already in your form.',
  title: 'Somebody else saved this record while you were changing it',
  field: 'Field',
  yours: 'Yours',
  theirs: 'As it is now',
  keepMine: 'Save mine over it',
  takeTheirs: 'Take what is there now',
})

/** A field that differs between what somebody typed and what is stored by now. */
export interface Differing {
  readonly name: string
  readonly label: string
  readonly mine: ReactNode
  readonly theirs: ReactNode
}

/** Both versions of a record that somebody else saved first, and the choice between them. */
export function StaleNote(props: {
  /** What the other alone changed is in the form by now. */
  isMerged?: boolean
  differing: readonly Differing[]
  onKeepMine(): unknown
  onTakeTheirs(): void
}) {
  const t = useTexts(texts)
  return (
    <section className={classes.stale} role="alert" aria-label={t.title}>
      <h3>{t.title}</h3>
      {props.isMerged === true && <p>{t.taken}</p>}
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t.field}</th>
            <th scope="col">{t.yours}</th>
            <th scope="col">{t.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {props.differing.map(({ name, label, mine, theirs }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>{mine}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.choice}>
        <Button size="xs" variant="default" onClick={props.onTakeTheirs}>
          {t.takeTheirs}
        </Button>
        <Button size="xs" onClick={props.onKeepMine}>
          {t.keepMine}
        </Button>
      </div>
    </section>
  )
}

/** What was left empty is nothing, on either side. */
export const isAlike = (one: unknown, other: unknown) => comparable(one) === comparable(other)
const comparable = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null))

type Values = Readonly<Record<string, unknown>>

/** The fields that somebody else changed and this user did not, of what both began with: nobody's to put back. */
export const changedByThemAlone = <Name extends string>(
  names: readonly Name[],
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
): Name[] =>
  names.filter((name) => isAlike(mine[name], base[name]) && !isAlike(theirs[name], base[name]))
