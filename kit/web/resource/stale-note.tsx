import type { Resource, ResourceRow } from '@counterfoil/kit/contract/resource.ts'
import { useTexts, useTranslate } from '@counterfoil/kit/web/i18n.tsx'
import { Button } from '@mantine/core'
import { resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'
import { FieldValue } from './resource-cells.tsx'

/** Both versions of a record that somebody else saved first, and the choice between them. */
export function StaleNote(props: {
  of: Resource
  mine: Readonly<Record<string, unknown>>
  current: ResourceRow
  onKeepMine(): void
  onTakeTheirs(): void
}) {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  const { of, mine, current } = props
  const differing = Object.entries(of.fields).filter(
    ([name]) => !isAlike(mine[name], current[name]),
  )
  return (
    <section className={classes.stale} role="alert" aria-label={t.staleTitle}>
      <h3>{t.staleTitle}</h3>
      <table className={classes.compared}>
        <thead>
          <tr>
            <th scope="col">{t.field}</th>
            <th scope="col">{t.yours}</th>
            <th scope="col">{t.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(([name, field]) => (
            <tr key={name}>
              <th scope="row">{translate(field.label)}</th>
              <td>
                <FieldValue
                  field={field}
                  value={mine[name]}
                  row={{ ...mine, names: current.names }}
                />
              </td>
              <td>
                <FieldValue field={field} value={current[name]} row={current} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.footer}>
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
