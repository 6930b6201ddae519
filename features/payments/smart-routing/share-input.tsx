import { percentageRule } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { useState } from 'react'

const hundredths = 100

/** A share in per cent, kept in hundredths of one. */
export function ShareInput(props: {
  label: string
  description?: string
  value: number
  onChange(basisPoints: number): void
}) {
  const shown = String(props.value / hundredths)
  const [typed, setTyped] = useState(shown)
  const kept = Math.round(Number(typed) * hundredths)
  return (
    <RuledInput
      label={props.label}
      description={props.description}
      size="xs"
      rule={percentageRule(true)}
      rightSection={<span aria-hidden>%</span>}
      value={kept === props.value ? typed : shown}
      onValue={(text) => {
        setTyped(text)
        props.onChange(Math.round(Number(text) * hundredths))
      }}
    />
  )
}
