import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconMinus, IconPlus } from '@tabler/icons-react'
import { managementTexts } from './management.messages.ts'
import classes from './management.module.css'

interface WidgetOrderProps {
  readonly widgets: readonly { readonly id: string; readonly name: string }[]
  readonly ids: readonly string[]
  /** False: only which, not in which order. */
  readonly isOrdered?: boolean
  onChange(ids: readonly string[]): void
}

/** Which widgets are given, in their order, and which are not. */
export function WidgetOrder({ widgets, ids, isOrdered = true, onChange }: WidgetOrderProps) {
  const t = useTexts(managementTexts)
  const nameOf = (id: string) => widgets.find((one) => one.id === id)?.name ?? id
  const swap = (at: number, to: number) =>
    onChange(ids.with(at, ids[to] as string).with(to, ids[at] as string))
  return (
    <div className={classes.lists}>
      <section aria-label={t.given}>
        <h3>{t.given}</h3>
        <ol>
          {ids.map((id, at) => (
            <li key={id}>
              <span>{nameOf(id)}</span>
              {isOrdered && (
                <>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={t.up({ name: nameOf(id) })}
                    disabled={at === 0}
                    onClick={() => swap(at, at - 1)}
                  >
                    <IconArrowUp size={14} aria-hidden />
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={t.down({ name: nameOf(id) })}
                    disabled={at === ids.length - 1}
                    onClick={() => swap(at, at + 1)}
                  >
                    <IconArrowDown size={14} aria-hidden />
                  </Button>
                </>
              )}
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={t.take({ name: nameOf(id) })}
                onClick={() => onChange(ids.filter((one) => one !== id))}
              >
                <IconMinus size={14} aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
      </section>
      <section aria-label={t.available}>
        <h3>{t.available}</h3>
        <ul>
          {widgets
            .filter(({ id }) => !ids.includes(id))
            .map(({ id, name }) => (
              <li key={id}>
                <span>{name}</span>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={t.give({ name })}
                  onClick={() => onChange([...ids, id])}
                >
                  <IconPlus size={14} aria-hidden />
                </Button>
              </li>
            ))}
        </ul>
      </section>
    </div>
  )
}
