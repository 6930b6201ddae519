import './pay.css'
import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { cardFields } from './card-fields.ts'
import { payTexts } from './pay.messages.ts'
import { ask, Refusal } from './requests.ts'

// The card fields of the virtual terminal, in a frame with an origin of its own: the portal around it reads nothing of
// what is typed here. The portal asks it for a token of the card, and it answers with one.

const place = document.getElementById('card') as HTMLElement
// behind the #, so that no server logs it
const saidNow = () => new URLSearchParams(window.location.hash.slice(1))
const said = saidNow()
const language = said.get('language') === 'tr' ? 'tr' : 'en'
const t = inLanguage(payTexts, language)
document.documentElement.lang = language
const showScheme = () => {
  document.documentElement.style.colorScheme = saidNow().get('scheme') ?? 'light dark'
}
showScheme()
// a frame whose address changes behind the # alone is not loaded again
window.addEventListener('hashchange', showScheme)

const card = cardFields(t, false)
place.append(...card.blocks)

const notify = (message: object) =>
  window.parent.postMessage({ from: 'card-fields', ...message }, '*')

/** The frame is as high as what is in it. */
new ResizeObserver(() => notify({ height: place.scrollHeight })).observe(place)

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent) return
  if (data?.wants === 'token') void createToken()
})

/**
 * The token of the card as it stands in the fields. One entry is one token, and so one payment: where the answer to a
 * payment did not come, the same is asked for again, and not a second one.
 */
let given: { readonly text: string; readonly token: object } | undefined

async function createToken(): Promise<void> {
  const entered = card.read()
  if (entered === undefined) return notify({ fault: 'fields' })
  const text = JSON.stringify(entered)
  if (given?.text === text) return notify({ token: given.token })
  const ticket = saidNow().get('ticket') ?? ''
  try {
    const token = await ask<{ id: string; brand: string; last4: string }>(
      '/api/virtual-terminal/card-tokens',
      { ticket, ...entered },
    )
    given = { text, token }
    // the card stays: if its payment is refused for another reason, it is not typed again
    notify({ token })
  } catch (cause) {
    notify({ fault: cause instanceof Refusal ? cause.code : 'offline' })
  }
}

notify({ isReady: true })
