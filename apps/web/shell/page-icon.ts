import { useEffect } from 'react'

/** The page's icon is the organisation's while its portal is open, where it has one. */
export function usePageIcon(source: string | null): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (link === null || source === null) return
    const { href, type } = link
    // the product's own icon says which type it is
    link.removeAttribute('type')
    link.href = source
    return () => {
      link.type = type
      link.href = href
    }
  }, [source])
}
