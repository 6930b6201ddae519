import classes from './mark.module.css'

/** The product's own mark: a slip with its counterfoil beside the perforation. */
export function Mark() {
  return (
    <span className={classes.mark}>
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <title>Counterfoil</title>
        <rect width="32" height="32" rx="7" fill="#1d2433" />
        <path d="M8 8h10v16l-2.5-1.7L13 24l-2.5-1.7L8 24z" fill="#fff" />
        <path d="M21.5 8v16" stroke="#09d0bd" strokeWidth="2.4" strokeDasharray="2.6 2.3" />
      </svg>
      <span className={classes.name}>Counterfoil</span>
    </span>
  )
}
