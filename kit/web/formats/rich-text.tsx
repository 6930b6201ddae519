import { isLinkTarget, richTextTags } from '@counterfoil/kit/contract/rich-text.ts'
import { createElement, type ReactNode, useMemo } from 'react'
import classes from './rich-text.module.css'

/** Their text is no text for readers. */
const silent = ['script', 'style', 'template', 'noscript']
const withoutContent = ['br', 'hr']

/**
 * HTML that somebody wrote. The server has sanitised it; here it is only read, in a document that runs and loads nothing,
 * and made anew of allowed elements without attributes but a link's address. Nothing else can come of it.
 */
export function RichText(props: {
  html: string
  tags?: readonly string[]
  /** Instead of the usual look of text. */
  className?: string | undefined
}) {
  const { html, tags = richTextTags, className = classes.text } = props
  const content = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    return [...body.childNodes].map((node, key) => rebuild(node, key, tags))
  }, [html, tags])
  if (html === '') return null
  return <div className={className}>{content}</div>
}

function rebuild(node: ChildNode, key: number, tags: readonly string[]): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const name = node.localName
  if (silent.includes(name)) return null
  const inside = [...node.childNodes].map((child, place) => rebuild(child, place, tags))
  if (!tags.includes(name)) return inside
  if (withoutContent.includes(name)) return createElement(name, { key })
  if (name !== 'a') return createElement(name, { key }, ...inside)
  const href = node.getAttribute('href') ?? ''
  if (!isLinkTarget(href) || href.startsWith('{{')) return inside
  return createElement('a', { key, href, target: '_blank', rel: 'noopener noreferrer' }, ...inside)
}

/** The words alone, for a line of a table. */
export const plainTextOf = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replaceAll('<', ' <'), 'text/html')
    .body.textContent.replace(/\s+/g, ' ')
    .trim()
