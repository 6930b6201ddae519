import '@counterfoil/kit/web/theme/input-styles.ts'
import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type Ref, useEffect, useLayoutEffect, useRef } from 'react'
import type { InputRule } from './input-kinds.ts'
import { maxLengths, sanitise } from './input-rules.ts'

type Own = 'value' | 'onChange' | 'onBlur' | 'type' | 'inputMode' | 'maxLength'

/** One line that keeps to a rule, wherever it stands: in a form, a filter or a dialog. */
export function RuledInput({
  rule,
  value,
  onValue,
  onLeave,
  ref,
  ...rest
}: Omit<TextInputProps, Own> & {
  rule: InputRule
  value: string
  onValue(text: string): void
  onLeave?: (() => void) | undefined
  ref?: Ref<HTMLInputElement> | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const show = rule.show ?? ((text: string) => text)
  useBlockedWheel(input, rule.isNumber === true)
  // What is taken out before the caret moves it back; without this it would jump to the end.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function take(field: HTMLInputElement) {
    const shown = show(value)
    const at = field.selectionStart
    const kept = rule.filter(field.value, value)
    if (kept === value && field.value !== shown) {
      // nothing was taken: React renders nothing, so it is put back here
      const before = at === null ? null : Math.max(0, at - (field.value.length - shown.length))
      field.value = shown
      if (before !== null) field.setSelectionRange(before, before)
      return
    }
    if (at !== null && show(kept) !== field.value) {
      caret.current = show(rule.filter(field.value.slice(0, at), '')).length
    }
    onValue(kept)
  }
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      ref={useMergedRef(input, ref)}
      type={rule.type}
      {...(rule.inputMode === undefined ? {} : { inputMode: rule.inputMode })}
      {...(rule.maxLength === undefined ? {} : { maxLength: rule.maxLength })}
      value={show(value)}
      onChange={(event) => take(event.currentTarget)}
      onBlur={() => {
        const left = rule.leave?.(value) ?? value
        if (left !== value) onValue(left)
        onLeave?.()
      }}
    />
  )
}

/** Several lines of plain text, cleaned when the field is left. */
export function RuledTextarea({
  value,
  onValue,
  onLeave,
  maxLength,
  ...rest
}: Omit<TextareaProps, Own> & {
  value: string
  onValue(text: string): void
  onLeave?: (() => void) | undefined
  /** 500 unless a longer text is clearly needed. */
  maxLength?: number | undefined
}) {
  return (
    <Textarea
      autosize
      {...rest}
      maxLength={maxLength ?? maxLengths.other}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      onBlur={() => {
        const left = sanitise(value)
        if (left !== value) onValue(left)
        onLeave?.()
      }}
    />
  )
}

/** Turning the wheel over a focused number must not change it. React's own wheel listeners cannot say so. */
function useBlockedWheel(input: { current: HTMLInputElement | null }, isNumber: boolean) {
  useEffect(() => {
    const field = input.current
    if (!isNumber || field === null) return
    const block = (event: WheelEvent) => {
      if (document.activeElement === field) event.preventDefault()
    }
    field.addEventListener('wheel', block, { passive: false })
    return () => field.removeEventListener('wheel', block)
  }, [input, isNumber])
}
