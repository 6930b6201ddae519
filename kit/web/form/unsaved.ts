import { createContext, useContext, useEffect } from 'react'

/** A form that may hold what has not been saved. */
export interface UnsavedForm {
  isUnsaved(): boolean
  /** It is closed on purpose: nothing of it is kept. */
  discard(): void
}

/** The forms of a drawer, which asks before it closes over what was typed. */
export const DrawerForms = createContext<Set<UnsavedForm> | undefined>(undefined)

/** Makes a form known to the drawer that it stands in; answers whether it stands in one. */
export function useDrawerForm(form: UnsavedForm): boolean {
  const forms = useContext(DrawerForms)
  useEffect(() => {
    forms?.add(form)
    return () => {
      forms?.delete(form)
    }
  }, [forms, form])
  return forms !== undefined
}
