import { useLanguage } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useComputedColorScheme } from '@mantine/core'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'

/** What the card fields answer: a token, or why there is none; `fields`: they say it themselves. */
export type CardAnswer = { readonly token: { readonly id: string } } | { readonly fault: string }

export interface CardFrameHandle {
  askForToken(): Promise<CardAnswer>
}

const firstHeight = 190

/**
 * The card fields, in a frame whose origin is not the portal's: no script of the portal, and none that gets into it, reads
 * what is typed. They give a token.
 */
export function CardFrame(props: {
  ticket: string
  title: string
  handle: RefObject<CardFrameHandle | null>
}) {
  const { language } = useLanguage()
  const scheme = useComputedColorScheme('light')
  const frame = useRef<HTMLIFrameElement>(null)
  const waiting = useRef<((answer: CardAnswer) => void) | undefined>(undefined)
  const [height, setHeight] = useState(firstHeight)
  const notify = (wants: string) => frame.current?.contentWindow?.postMessage({ wants }, '*')
  useImperativeHandle(props.handle, () => ({
    askForToken: () =>
      new Promise((resolve) => {
        waiting.current = resolve
        notify('token')
      }),
  }))
  useEffect(() => {
    const take = ({ source, data }: MessageEvent) => {
      // its origin is none, so that it is known by its window
      if (source !== frame.current?.contentWindow || data?.from !== 'card-fields') return
      if (typeof data.height === 'number') setHeight(Math.min(Math.max(data.height + 8, 120), 600))
      if (data.token !== undefined || data.fault !== undefined) {
        waiting.current?.(data)
        waiting.current = undefined
      }
    }
    window.addEventListener('message', take)
    return () => window.removeEventListener('message', take)
  }, [])
  const said = new URLSearchParams({ ticket: props.ticket, language, scheme })
  return (
    <iframe
      // it is loaded in another language; a new ticket, or another scheme, it takes as it is
      key={language}
      ref={frame}
      title={props.title}
      src={`/pay/card#${said.toString()}`}
      sandbox="allow-scripts allow-forms"
      width="100%"
      height={height}
      style={{ border: 0, colorScheme: scheme }}
    />
  )
}
