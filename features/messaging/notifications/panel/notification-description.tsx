import { descriptionTags } from '@counterfoil/features/messaging/notifications/notifications.rules.ts'
import { createElement, type ReactNode, useMemo } from 'react'
import classes from './notifications.module.css'

const isAllowed = (name: string) => (descriptionTags as readonly string[]).includes(name)
/** Their text is no text for readers. */
const silent = ['script', 'style', 'template', 'noscript']

/**
 * A description's HTML. The server has sanitised it; here it is only read, in a document that runs and loads nothing,
 * and made anew of allowed elements without attributes. Nothing else can come of it.
 */
export function NotificationDescription({ html }: { html: string }) {
  const content = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    return [...body.childNodes].map(rebuild)
  }, [html])
  if (html === '') return null
  return <div className={classes.description}>{content}</div>
}

function rebuild(node: ChildNode, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const name = node.localName
  if (silent.includes(name)) return null
  const inside = [...node.childNodes].map(rebuild)
  if (!isAllowed(name)) return inside
  return name === 'br' ? createElement('br', { key }) : createElement(name, { key }, ...inside)
}
