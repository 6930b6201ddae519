// A mail as text and as HTML. Many mail programs ignore style sheets and modern layout, hence tables and inline styles.
import { contrast, textColourOn } from '@counterfoil/kit/contract/colour.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { textOfHtml } from '@counterfoil/kit/server/codecs/rich-text.ts'
import type { MailBrand, MailContent, MailLanguage } from './mail.schema.ts'

/** The content of a mail, before the tenant's layout is added. */
export interface MailParts {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A mail with the product's own text. */
export function builtInMail(content: MailContent, brand: MailBrand): MailParts {
  const { subject, greeting, paragraphs, button, notes } = content
  const parts = [
    greeting,
    ...paragraphs,
    ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
    ...notes,
  ]
  return { subject, text: parts.join('\n\n'), html: builtInHtml(content, brand) }
}

/** A mail with the text of a tenant's template. */
export const templateMail = ({ subject, html }: { subject: string; html: string }): MailParts => ({
  subject,
  html,
  text: textOfHtml(html),
})

export const withSignature = (message: MailParts, signature: string | undefined): MailParts =>
  signature === undefined
    ? message
    : {
        subject: message.subject,
        text: `${message.text}\n\n${textOfHtml(signature)}`,
        html: `${message.html}<div style="margin-top:24px">${signature}</div>`,
      }

export const textOf = ({ text }: MailParts, brand: MailBrand): string =>
  `${text}\n\n-- \n${brand.name}\n${brand.supportEmail}\n`

const colourOf = (brand: MailBrand) =>
  /^#[0-9a-f]{6}$/i.test(brand.colour) ? brand.colour : '#2e43fe'

const paper = '#ffffff'
/** A colour that is not seen on the paper gets a line around it. */
const edgeOf = (colour: string) => (contrast(colour, paper) < 3 ? '#5b6675' : colour)
const linesOf = (text: string) => escaped(text).replace(/\r?\n/g, '<br>')

function builtInHtml({ greeting, paragraphs, button, notes }: MailContent, brand: MailBrand) {
  const colour = colourOf(brand)
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${linesOf(text)}</p>`
  const note = (text: string) =>
    `<p style="margin:0 0 8px;font-size:13px;line-height:19px;color:#5b6675">${escaped(text)}</p>`
  const link =
    button === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escaped(button.url)}" style="display:inline-block;padding:12px 22px;border:1px solid ${edgeOf(colour)};border-radius:8px;background:${colour};color:${textColourOn(colour)};font-weight:600;text-decoration:none">${escaped(button.label)}</a></p>`
  return `${[greeting, ...paragraphs].map(paragraph).join('')}${link}${notes.map(note).join('')}`
}

/** On a ground of its own, as logos are drawn for a page. A picture in itself is shown by few mail programs. */
const logoOf = ({ logo }: MailBrand) =>
  logo?.startsWith('/') === true
    ? `<img src="${escaped(logo)}" alt="" height="32" style="height:32px;max-width:140px;object-fit:contain;vertical-align:middle;margin-right:12px;padding:3px;border-radius:6px;background:${paper}">`
    : ''

/** Mails are stored without the portal's address, from which they have their pictures. */
export const withPicturesOf = (html: string, portalUrl: string): string =>
  html.replaceAll('<img src="/api/', `<img src="${escaped(portalUrl)}/api/`)

export function htmlOf({ subject, html }: MailParts, brand: MailBrand, language: MailLanguage) {
  const colour = colourOf(brand)
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#f3f5f8;color:#17202b;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;table-layout:fixed;word-wrap:break-word;background:${paper};border-radius:12px;overflow:hidden">
<tr><td style="padding:18px 32px;background:${colour};color:${textColourOn(colour)};font-weight:600;border-bottom:1px solid ${edgeOf(colour)}">${logoOf(brand)}${escaped(brand.name)}</td></tr>
<tr><td style="padding:28px 32px 20px">${html}</td></tr>
<tr><td style="padding:16px 32px 24px;border-top:1px solid #e3e8ee;font-size:13px;line-height:19px;color:#5b6675">${escaped(brand.name)} · <a href="mailto:${escaped(brand.supportEmail)}" style="color:#5b6675">${escaped(brand.supportEmail)}</a></td></tr>
</table></td></tr></table>
</body></html>
`
}
