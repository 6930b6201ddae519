import { type InputRule, inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import { filterTexts } from './filter.messages.ts'
import classes from './filter.module.css'
import { FilterButton } from './filter-button.tsx'

interface TextFilterProps {
  readonly label: string
  readonly value: string | undefined
  /** What may be typed; plain text unless said. */
  readonly rule?: InputRule
  /** What texts are called that are no words. */
  readonly words?: Readonly<Record<string, string>>
  /** Why a text cannot be looked for; undefined: it can. */
  check?(value: string): string | undefined
  /** Empty takes the filter away. */
  onChange(value: string): void
}

/** One text: an external id, an e-mail, the last four digits. */
export function TextFilter(props: TextFilterProps) {
  return (
    <FilterButton label={props.label} value={props.words?.[props.value ?? ''] ?? props.value}>
      {(close) => <TextPanel {...props} close={close} />}
    </FilterButton>
  )
}

function TextPanel(props: TextFilterProps & { close(): void }) {
  const t = useTexts(filterTexts)
  const [typed, setTyped] = useState(props.value ?? '')
  const wrong = typed === '' ? undefined : props.check?.(typed.trim())

  function apply(event: FormEvent) {
    event.preventDefault()
    if (wrong !== undefined) return
    props.onChange(typed.trim())
    props.close()
  }

  return (
    <form onSubmit={apply} className={classes.panelForm}>
      <RuledInput
        size="xs"
        rule={props.rule ?? inputRules.search}
        label={props.label}
        value={typed}
        error={wrong}
        onValue={setTyped}
      />
      <div className={classes.foot}>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            props.onChange('')
            props.close()
          }}
        >
          {t.clear}
        </Button>
        <Button size="compact-xs" type="submit">
          {t.apply}
        </Button>
      </div>
    </form>
  )
}
