import { type ReactNode, Suspense } from 'react'
import classes from './filter.module.css'

/** A filter whose code is fetched after the list's; until then its button has its place and cannot be pressed. */
export function LateFilter({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <button type="button" className={classes.button} disabled>
          {label}
        </button>
      }
    >
      {children}
    </Suspense>
  )
}
