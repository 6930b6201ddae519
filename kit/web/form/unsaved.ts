import { createContext, useContext, useEffect } from 'react'

/** A form that may hold what has not been saved. */
export interface UnsavedForm {
  isUnsaved(): boolean
  /** It is closed on purpose: nothing of it is kept. */
  discard(): void
}

/** A drawer or a dialog, which asks before it closes over what was typed into its forms. */
export interface FormsInside {
  readonly forms: Set<UnsavedForm>
  /** A drawer belongs to its page's address: what is left in it by Back or another screen is offered there again. */
  readonly keepsLeft: boolean
}

export const FormsInside = createContext<FormsInside | undefined>(undefined)

/** Makes a form known to what it stands in; answers whether that keeps what is left in it. */
export function useFormInside(form: UnsavedForm): boolean {
  const around = useContext(FormsInside)
  const forms = around?.forms
  useEffect(() => {
    forms?.add(form)
    return () => {
      forms?.delete(form)
    }
  }, [forms, form])
  return around?.keepsLeft ?? false
}
