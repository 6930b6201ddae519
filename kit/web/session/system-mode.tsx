import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { createContext, useContext, useId } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import classes from './system-mode.module.css'

const msg = messagesOf(import.meta.url)

/** Whether the portal shows Test or Live, and how an operator changes it; merchants have the toolbar's toggle. */
export interface SystemMode {
  readonly mode: ModeName
  /** Undefined for those who may not choose here. */
  readonly change: ((mode: ModeName) => void) | undefined
}

const Context = createContext<SystemMode>({ mode: 'Live', change: undefined })
export const SystemModeProvider = Context.Provider

export function useSystemMode(): SystemMode {
  return useContext(Context)
}

const texts = msg({
  mode: 'Mode',
  Live: 'Live',
  Test: 'Test',
})

/** For operators: whether they look at what their customers did in Live or in Test. Shows nothing to others. */
export function SystemModeFilter() {
  const t = useTexts(texts)
  const { mode, change } = useSystemMode()
  const id = useId()
  if (change === undefined) return null
  return (
    <span className={classes.filter}>
      <label htmlFor={id}>{t.mode}</label>
      <select
        id={id}
        value={mode}
        onChange={(event) => change(event.currentTarget.value as ModeName)}
      >
        <option value="Live">{t.Live}</option>
        <option value="Test">{t.Test}</option>
      </select>
    </span>
  )
}
