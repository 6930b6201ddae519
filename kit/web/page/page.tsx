import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Anchor } from '@mantine/core'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { isPageCovered } from '../overlays/covered.ts'
import { useTexts } from '../texts/i18n.tsx'
import { useCrumbs } from './breadcrumbs.ts'
import classes from './page.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({ breadcrumbs: 'Breadcrumbs' })

/**
 * The frame of a page's content: its title, what it says below it, its actions, then the content. The title also names the
 * window; on arrival the keyboard and screen readers begin here.
 */
export function Page(props: {
  title: string
  /** Beside the title: a status pill, a badge. */
  badge?: ReactNode
  /** One line below the title. */
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnArrival(heading)
  useDocumentTitle(props.title)
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.heading}>
          <div className={classes.titleRow}>
            <h1 ref={heading} tabIndex={-1} className={classes.title}>
              {props.title}
            </h1>
            {props.badge}
          </div>
          {props.description !== undefined && (
            <div className={classes.description}>{props.description}</div>
          )}
        </div>
        {props.actions !== undefined && <div className={classes.actions}>{props.actions}</div>}
      </header>
      <div className={classes.content}>{props.children}</div>
    </div>
  )
}

/** Longer than the search or the menu through which somebody came here takes to go away. */
const goneAfterMs = 400

/** On arrival the keyboard and screen readers begin at the heading, unless something is typed in a dialog over the page. */
function useFocusOnArrival(heading: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const focus = () => {
      if (!isPageCovered()) heading.current?.focus({ preventScroll: true })
    }
    if (!isPageCovered()) return focus()
    const timer = setTimeout(focus, goneAfterMs)
    return () => clearTimeout(timer)
  }, [heading])
}

/** A bordered part of a page with a heading of its own. */
export function Section(props: {
  title?: string
  actions?: ReactNode
  /** Without inner space, for tables. */
  flush?: boolean
  children: ReactNode
}) {
  return (
    <section className={classes.section} aria-label={props.title}>
      {props.title !== undefined && (
        <header className={classes.sectionHeader}>
          <h2 className={classes.sectionTitle}>{props.title}</h2>
          {props.actions}
        </header>
      )}
      <div className={props.flush === true ? undefined : classes.sectionBody}>{props.children}</div>
    </section>
  )
}

/** Names and values of one record, in columns as wide as there is room. Absent values show a dash. */
export function Facts(props: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {props.facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Where the page stands: the last crumb is the page itself and leads nowhere. */
export function Breadcrumbs() {
  const crumbs = useCrumbs()
  const t = useTexts(texts)
  return (
    <nav aria-label={t.breadcrumbs} className={classes.crumbs}>
      <ol>
        {crumbs.map((crumb, place) => (
          <Fragment key={`${crumb.to ?? ''}${crumb.text}`}>
            {place > 0 && (
              <li aria-hidden className={classes.crumbDivider}>
                /
              </li>
            )}
            <li {...(place === crumbs.length - 1 ? { 'aria-current': 'page' } : {})}>
              {crumb.to === undefined ? (
                <span>{crumb.text}</span>
              ) : (
                <Anchor component={Link} to={crumb.to} c="inherit" fz="inherit">
                  {crumb.text}
                </Anchor>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}

/** Names the window after the page. */
export function useDocumentTitle(title: string) {
  useEffect(() => nameWindow(title), [title])
}

export function nameWindow(title: string) {
  document.title = `${title} · Counterfoil`
}
