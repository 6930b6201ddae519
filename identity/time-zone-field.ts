import { timeZoneChoices } from '@counterfoil/kit/contract/time-zones.ts'
import { type Html, html } from '@counterfoil/kit/server/codecs/html.ts'

/** Nothing chosen means the organisation's own. */
export function timeZoneField(texts: {
  readonly label: string
  readonly none: string
  readonly chosen: string
}): Html {
  const option = ({ value, label }: { value: string; label: string }) =>
    html`<option value="${value}"${value === texts.chosen && html` selected`}>${label}</option>`
  return html`<div class="field">
<label for="timeZone">${texts.label}</label>
<select id="timeZone" name="timeZone" autocomplete="off"><option value="">${texts.none}</option>${timeZoneChoices(texts.chosen).map(option)}</select>
</div>`
}
