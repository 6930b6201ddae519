import '@counterfoil/kit/web/theme/input-styles.ts'
import { searchableText } from '@counterfoil/kit/contract/searchable-text.ts'
import { maxLengths, sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import { filterTexts } from './filter.messages.ts'
import classes from './filter.module.css'

const debounceMs = 400

/**
 * A search that begins by itself when the typing rests, or at once on Enter and on leaving the field: begun later, it would
 * bring somebody back who has already followed a row.
 */
export function SearchField(props: {
  value: string | undefined
  onSearch(value: string): void
  placeholder?: string
}) {
  const t = useTexts(filterTexts)
  const [typed, setTyped] = useState(props.value ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { onSearch } = props

  // Going back, or clearing all filters, changes what is searched for without typing.
  useEffect(() => setTyped(props.value ?? ''), [props.value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function begin(value: string) {
    clearTimeout(timer.current)
    timer.current = undefined
    onSearch(searchableText(sanitise(value)))
  }
  function search(value: string, afterMs: number) {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(begin, afterMs, value)
  }

  return (
    <TextInput
      className={classes.search}
      size="xs"
      type="search"
      maxLength={maxLengths.search}
      aria-label={props.placeholder ?? t.search}
      placeholder={props.placeholder ?? t.search}
      leftSection={<IconSearch size={15} stroke={1.75} />}
      rightSection={
        typed === '' ? null : (
          <CloseButton size="xs" aria-label={t.clear} onClick={() => search('', 0)} />
        )
      }
      value={typed}
      onChange={(event) => search(event.currentTarget.value, debounceMs)}
      onBlur={(event) => {
        if (timer.current !== undefined) begin(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(event.currentTarget.value, 0)
      }}
    />
  )
}
