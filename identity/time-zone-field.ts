import { type Html, html } from '@counterfoil/kit/server/codecs/html.ts'

/** IANA names, as this Node knows them. */
const zones = Intl.supportedValuesOf('timeZone')

export const isTimeZone = (name: string): boolean => zones.includes(name)

/** Nothing chosen means the organisation's own. */
export function timeZoneField(texts: {
  readonly label: string
  readonly none: string
  readonly chosen: string
}): Html {
  const option = (name: string) =>
    html`<option value="${name}"${name === texts.chosen && html` selected`}>${name.replaceAll('_', ' ')}</option>`
  return html`<div class="field">
<label for="timeZone">${texts.label}</label>
<select id="timeZone" name="timeZone" autocomplete="off"><option value="">${texts.none}</option>${zones.map(option)}</select>
</div>`
}
