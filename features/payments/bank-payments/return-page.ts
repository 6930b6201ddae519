import { hash } from 'node:crypto'
import type { Context } from '@counterfoil/kit/server/request/context.ts'

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:12vh auto;padding:0 1.5rem}h1{font-size:1.3rem}'
const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; frame-ancestors 'none'`

/** For a payer whom the bank sent back with something that is not known, in both languages: whose page it was is unknown. */
export function goneOnPage(reply: Context<undefined>['reply']): string {
  reply.header('content-security-policy', policy)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment</title>
<style>${style}</style>
</head>
<body><main><h1>This answer of your bank is not known here</h1>
<p>Go back to the shop’s page, which shows how your payment stands. Do not pay again before you have looked.</p>
<p lang="tr">Bankanızın bu yanıtı burada bilinmiyor. Ödemenizin durumunu gösteren mağaza sayfasına dönün. Bakmadan yeniden ödemeyin.</p>
</main></body>
</html>`
}
