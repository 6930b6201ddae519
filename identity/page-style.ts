import { mix, textColourOn } from '@counterfoil/kit/contract/colour.ts'
import type { Brand } from './brand.ts'
import { readableOn } from './colours.ts'

const lightGround = '#ffffff'
const darkGround = '#11151a'

/** The style sheet of a page in a tenant's colours, light and dark. */
export function styleOf(brand: Brand): string {
  return `${variablesOf(brand)}\n${sheet}`
}

function variablesOf({ surface, action, accent }: Brand): string {
  const darkAction = readableOn(action, darkGround, '#ffffff', 3)
  return `:root {
  color-scheme: light dark;
  ${panelOf(surface, accent)}
  --ground: ${lightGround};
  --text: #17202b;
  --quiet: #566273;
  --line: #7d8896;
  --hairline: #dfe4ea;
  --field: #ffffff;
  --action: ${action};
  --action-hover: ${mix(action, '#000000', 0.14)};
  --on-action: ${textColourOn(action)};
  --link: ${readableOn(action, lightGround, '#000000')};
  --wrong: #b3261e;
  --wrong-ground: #fdf1f0;
  --right: #17693c;
}
@media (prefers-color-scheme: dark) {
  :root {
    ${panelOf(mix(surface, '#05070c', 0.25), accent)}
    --ground: ${darkGround};
    --text: #eaeef3;
    --quiet: #a7b1be;
    --line: #75808e;
    --hairline: #2a313a;
    --field: #191e25;
    --action: ${darkAction};
    --action-hover: ${mix(darkAction, '#ffffff', 0.16)};
    --on-action: ${textColourOn(darkAction)};
    --link: ${readableOn(action, darkGround, '#ffffff', 5.5)};
    --wrong: #ff9d94;
    --wrong-ground: #2c1917;
    --right: #6fd39b;
  }
}`
}

/** The large surface: as the tenant chose it, with text that can be read on all of its gradient. */
function panelOf(surface: string, accent: string): string {
  const onPanel = textColourOn(surface)
  const panel = readableOn(surface, onPanel, onPanel === '#ffffff' ? '#000000' : '#ffffff', 5.5)
  const isDark = onPanel === '#ffffff'
  return `--panel: ${panel};
  --panel-end: ${isDark ? mix(panel, '#05070c', 0.45) : mix(panel, '#ffffff', 0.35)};
  --on-panel: ${onPanel};
  --ink: ${readableOn(surface, '#ffffff', '#000000')};
  --accent: ${accent};`
}

const sheet = `
* { box-sizing: border-box; }
html { font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: grid; grid-template-rows: auto 1fr; background: var(--ground); color: var(--text); }
a { color: var(--link); text-underline-offset: 0.2em; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.02em; text-wrap: balance; }
p { margin: 0 0 1rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }

.aside { position: relative; overflow: hidden; display: flex; align-items: center; padding: 1rem 1.5rem; color: var(--on-panel);
  background: linear-gradient(150deg, var(--panel), var(--panel-end)); }
.name { position: relative; display: flex; align-items: center; gap: 0.75rem; font-size: 1.0625rem; font-weight: 600; letter-spacing: -0.01em; }
.name img { display: block; height: 2.25rem; max-width: 10rem; object-fit: contain; }
.mark { flex: none; width: 2.25rem; height: 2.25rem; }
.mark text { fill: currentColor; font-size: 15px; font-weight: 700; text-anchor: middle; }
.mark .plate { fill: currentColor; fill-opacity: 0.14; stroke: currentColor; stroke-opacity: 0.4; }
.art, .tagline { display: none; }

.main { display: flex; flex-direction: column; min-width: 0; padding: 1.5rem; }
.bar { display: flex; justify-content: flex-end; gap: 0.25rem; font-size: 0.875rem; }
.bar a { display: inline-flex; align-items: center; min-height: 2rem; padding: 0 0.625rem; border-radius: 0.375rem; color: var(--quiet); text-decoration: none; }
.bar a:hover { color: var(--text); text-decoration: underline; }
.bar a[aria-current] { color: var(--text); font-weight: 600; }
.content { width: 100%; max-width: 25rem; margin: 1.5rem auto auto; }
.lead { color: var(--quiet); margin-bottom: 1.75rem; }
.foot { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1.5rem; width: 100%; max-width: 25rem; margin: 2rem auto 0; padding-top: 1rem; border-top: 1px solid var(--hairline); font-size: 0.8125rem; color: var(--quiet); }
.foot a { color: inherit; }

.errors { margin: 0 0 1.5rem; padding: 0.875rem 1rem; border: 1px solid var(--wrong); border-left-width: 4px; border-radius: 0.5rem; background: var(--wrong-ground); }
.errors h2 { margin: 0 0 0.25rem; font-size: 1rem; line-height: 1.4; color: var(--wrong); }
.errors p, .errors ul { margin: 0; font-size: 0.9375rem; }
.errors p + p { margin-top: 0.25rem; }
.errors ul { padding-left: 1.125rem; }
.errors a { color: var(--wrong); }

.field { margin-bottom: 1.125rem; }
label { display: block; margin-bottom: 0.375rem; font-size: 0.9375rem; font-weight: 550; }
.box { position: relative; }
input { display: block; width: 100%; height: 2.875rem; padding: 0 0.875rem; font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line); border-radius: 0.5rem; }
input:hover { border-color: var(--text); }
input:focus { outline: 2px solid var(--link); outline-offset: 0; border-color: transparent; }
input[aria-invalid='true'] { border-color: var(--wrong); box-shadow: inset 0 0 0 1px var(--wrong); }
input[aria-invalid='true']:focus { outline-color: var(--wrong); box-shadow: none; }
.box input { padding-right: 3.25rem; }
.box button { position: absolute; inset: 0.1875rem 0.1875rem 0.1875rem auto; width: 2.5rem; border: 0; border-radius: 0.375rem; background: none; color: var(--quiet); cursor: pointer; }
.box button:hover { color: var(--text); }
.box svg { display: block; width: 1.25rem; height: 1.25rem; margin: auto; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.box button[aria-pressed='false'] .slash { display: none; }
.hint { margin: 0.375rem 0 0; font-size: 0.8125rem; color: var(--quiet); }
.note { padding: 0.75rem 0.875rem; border: 1px solid var(--hairline); border-radius: 0.5rem; font-size: 0.9375rem; }
.done { padding: 0.75rem 0.875rem; border: 1px solid var(--right); border-left-width: 4px; border-radius: 0.5rem; font-size: 0.9375rem; }
.unseen { position: absolute; width: 1px; height: 1px; opacity: 0; pointer-events: none; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 0.75rem; }
select { display: block; width: 100%; height: 2.875rem; padding: 0 0.75rem; font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line); border-radius: 0.5rem; }
select:hover { border-color: var(--text); }
select:focus { outline: 2px solid var(--link); outline-offset: 0; border-color: transparent; }
input[readonly] { background: transparent; border-style: dashed; color: var(--quiet); }
.problem { margin: 0.375rem 0 0; font-size: 0.875rem; color: var(--wrong); }

.primary, .secondary { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 2.875rem; padding: 0.5rem 1.25rem; font: inherit; font-weight: 600; text-decoration: none; border-radius: 0.5rem; cursor: pointer; }
.primary { border: 1px solid transparent; background: var(--action); color: var(--on-action); }
.primary:hover { background: var(--action-hover); }
.primary[aria-disabled='true'] { cursor: progress; opacity: 0.75; }
.secondary { margin-top: 0.75rem; border: 1px solid var(--line); background: none; color: var(--text); }
.secondary:hover { border-color: var(--text); }
.asides { margin: 1.5rem 0 0; font-size: 0.875rem; color: var(--quiet); }
.asides p { margin: 0 0 0.375rem; }
.code { font-size: 0.8125rem; color: var(--quiet); overflow-wrap: anywhere; }

.wide .content, .wide .foot { max-width: 36rem; }
.tabs { display: flex; overflow-x: auto; scrollbar-width: none; gap: 0.25rem; margin: 0 0 1.75rem; border-bottom: 1px solid var(--hairline); }
.tabs a { flex: none; padding: 0.5rem 0.75rem; border-bottom: 2px solid transparent; color: var(--quiet); text-decoration: none; font-size: 0.9375rem; }
.tabs a:hover { color: var(--text); }
.tabs a[aria-current] { color: var(--text); font-weight: 600; border-bottom-color: var(--link); }
.content > h2 { margin: 2rem 0 0.5rem; font-size: 1.125rem; line-height: 1.3; }
.qr { display: flex; gap: 1.25rem; align-items: center; margin: 0 0 1.25rem; }
.qr svg { flex: none; width: 11rem; height: 11rem; border-radius: 0.5rem; border: 1px solid var(--hairline); }
.qr p { font-size: 0.9375rem; }
.secret { font: 600 0.9375rem/1.6 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.codes { display: grid; grid-template-columns: repeat(auto-fill, minmax(12.5rem, 1fr)); gap: 0.5rem 1rem; margin: 0 0 1.5rem; padding: 1rem; list-style: none; border: 1px solid var(--hairline); border-radius: 0.5rem; }
.codes li { font: 0.9375rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; white-space: nowrap; }
.rows { margin: 0 0 1.5rem; padding: 0; list-style: none; }
.rows li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 0.875rem 0; border-bottom: 1px solid var(--hairline); font-size: 0.9375rem; }
.rows small { display: block; color: var(--quiet); font-size: 0.8125rem; }
.tag { display: inline-block; margin-left: 0.375rem; padding: 0 0.5rem; border: 1px solid var(--right); border-radius: 1rem; color: var(--right); font-size: 0.75rem; font-weight: 600; }
.small { flex: none; width: auto; min-height: 2.25rem; margin: 0; padding: 0.25rem 0.875rem; font-size: 0.875rem; }
.check { display: flex; align-items: flex-start; gap: 0.625rem; margin-bottom: 1.125rem; }
.check input { flex: none; width: 1.125rem; height: 1.125rem; margin: 0.1875rem 0 0; accent-color: var(--link); }
.check label { margin: 0; font-weight: 400; }
.content form + .secondary, .content form + form { margin-top: 0.75rem; }
@media (max-width: 30rem) {
  .qr { flex-direction: column; align-items: flex-start; }
  .pair { grid-template-columns: 1fr; }
  .tabs { gap: 0; }
  .tabs a { padding: 0.5rem 0.4375rem; font-size: 0.875rem; }
}

@media (min-width: 60rem) {
  body { grid-template-rows: 1fr; grid-template-columns: minmax(24rem, 5fr) 7fr; }
  .aside { flex-direction: column; align-items: flex-start; justify-content: space-between; padding: 2.5rem 3rem; }
  .aside::before { content: ''; position: absolute; width: 46rem; height: 46rem; right: -24rem; bottom: -22rem; border-radius: 50%; background: radial-gradient(circle, var(--accent), transparent 68%); opacity: 0.38; }
  .tagline { display: block; position: relative; max-width: 24rem; margin: 0; font-size: 1.375rem; line-height: 1.35; font-weight: 500; letter-spacing: -0.015em; text-wrap: balance; }
  .art { display: block; position: relative; width: min(25rem, 100%); height: auto; overflow: visible; }
  .art .paper { fill: #ffffff; }
  .art .ink { fill: var(--ink); }
  .art .faint { fill: var(--ink); opacity: 0.16; }
  .art .seal { fill: var(--accent); fill-opacity: 0.16; stroke: var(--accent); stroke-width: 4; }
  .art .tick { fill: none; stroke: var(--ink); stroke-width: 5; stroke-linecap: round; stroke-linejoin: round; }
  .art .tear { stroke: var(--ink); stroke-width: 2.5; stroke-dasharray: 0.1 9; stroke-linecap: round; opacity: 0.45; }
  .main { padding: 1.5rem 3rem 2rem; }
  .content { margin-top: auto; padding-top: 2rem; }
  .foot { margin-top: 3rem; }
  /* its parts have different heights, and the tabs stay where they are */
  .wide .content { margin-top: 1.5rem; padding-top: 1rem; }
}
@media (forced-colors: active) {
  .primary { border-color: ButtonText; }
}
@media (prefers-reduced-motion: no-preference) {
  .primary, .secondary, input { transition: background-color 120ms, border-color 120ms; }
}`
