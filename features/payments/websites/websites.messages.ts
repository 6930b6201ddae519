import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const hostedTexts = msg({
  title: 'Hosted payment',
  description:
    'The page on which your customers pay, and how your shop knows that a payer who returns has paid.',
  look: 'What payers see',
  lookAbout:
    'Colour, languages and methods are those of the website that a link or a checkout session names. They are changed on the page of websites.',
  website: 'Website',
  noWebsite: 'None: your organisation’s look',
  preview: 'Preview of the payment page',
  toWebsites: 'Change websites',
  returns: 'Signed returns',
  returnsAbout:
    'A payer returns to your shop with the result in the address. The signature is HMAC-SHA256, in hexadecimal, with your return secret, over the four parameters before it as they stand in the address: sessionId or linkId, paymentId or storedCardId, status, timestamp. Refuse an old timestamp, and read the payment by the API before you deliver.',
  show: 'Show the return secret',
  secret: 'Return secret',
  inUse: 'In use: returns are signed with it',
  make: 'Make a new secret',
  made: 'The new secret is made. Returns are signed with the old one until you use the new one.',
  next: 'New return secret',
  nextAbout:
    'Not in use yet. Have your shop accept both secrets, then use the new one; payers who return just then have been sent off with the old one. Once none comes any more, remove the old one from your shop.',
  makeAgain: 'Make another one instead',
  use: 'Use it now',
  useTitle: 'Sign returns with the new secret?',
  useText:
    'From now on every return is signed with the new secret, and the old one ends: a shop that does not know the new one takes no return for genuine. This cannot be undone.',
  used: 'Returns are signed with the new secret',
  example: 'A check in Node.js',
})
