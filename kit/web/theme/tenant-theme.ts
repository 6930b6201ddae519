import { contrast, mix, textColourOn } from '@counterfoil/kit/contract/colour.ts'
import type { MantineColorsTuple } from '@mantine/core'
import type { ThemeSettings } from '../session/user.tsx'
import { isColour, readableContrast, readableOn } from './colour.ts'

/** The documents' default colours, for what a tenant has not set. */
export const defaultColours = {
  sidebar: '#2e43fe',
  header: '#ffffff',
  main: '#f5f5f5',
  primary: '#09d0bd',
  text: '#404040',
} as const

export type TenantColours = { readonly [K in keyof typeof defaultColours]: string }
type Variables = Readonly<Record<string, string>>

export function tenantColours(settings: ThemeSettings): TenantColours {
  const or = (colour: string | null | undefined, fallback: string) =>
    isColour(colour) ? colour : fallback
  return {
    sidebar: or(settings.sidebarBackgroundColor, defaultColours.sidebar),
    header: or(settings.headerBackgroundColor, defaultColours.header),
    main: or(settings.mainBackgroundColor, defaultColours.main),
    primary: or(settings.primaryColor, defaultColours.primary),
    text: or(settings.textColor, defaultColours.text),
  }
}

/** Of buttons and links; without one of their own they have the primary colour. */
export function buttonColour(settings: ThemeSettings): string {
  const { buttonsLinkColor } = settings
  return isColour(buttonsLinkColor) ? buttonsLinkColor : tenantColours(settings).primary
}

/** Ten shades of a colour, lightest first; the seventh is the colour itself. */
export function shadesOf(colour: string): MantineColorsTuple {
  const lighter = (share: number) => mix(colour, '#ffffff', share)
  const darker = (share: number) => mix(colour, '#000000', share)
  return [
    ...([lighter(0.94), lighter(0.86), lighter(0.74)] as const),
    ...([lighter(0.58), lighter(0.4), lighter(0.2)] as const),
    colour,
    ...([darker(0.12), darker(0.26), darker(0.42)] as const),
  ]
}

/** Text and marks on a coloured ground: full, muted (still readable), and a line. */
function inksOn(name: string, ground: string, wanted?: string): Variables {
  const strong = wanted === undefined ? textColourOn(ground) : readableOn(wanted, [ground], 7)
  return {
    [`--cf-${name}`]: ground,
    [`--cf-on-${name}`]: strong,
    [`--cf-on-${name}-muted`]: readableOn(mix(strong, ground, 0.32), [ground], 4.6),
    [`--cf-${name}-line`]: mix(ground, strong, 0.14),
  }
}

function sidebarVariables(ground: string): Variables {
  const ink = textColourOn(ground)
  const active = raisedFrom(ground, ink, 0.14)
  const hover = raisedFrom(ground, ink, 0.07)
  return {
    ...inksOn('sidebar', ground),
    '--cf-sidebar-active': active,
    '--cf-sidebar-hover': hover,
    '--cf-on-sidebar-active': readableOn(ink, [active, hover]),
  }
}

/** A ground that stands out: towards the ink where the text on it stays readable, else away from it. */
function raisedFrom(ground: string, ink: string, share: number): string {
  const raised = mix(ground, ink, share)
  if (contrast(raised, ink) >= readableContrast) return raised
  return mix(ground, ink === '#ffffff' ? '#000000' : '#ffffff', share * 1.6)
}

/** Surfaces of the two schemes, as tokens.css has them; inks in the tenant's colours must be readable on them. */
const surfaces = { light: '#ffffff', dark: '#191c22' } as const
const darkMain = '#101216'
/** What stands on the page itself is written in this too: the muted ink of tokens.css. */
const mutedInk = '#5f6876'
const sunken = '#f7f8fa'

/**
 * The ground of a page's content: the page itself, where the portal's inks are read on it; else a light one of its own.
 * The colour that the tenant chose is around it.
 */
function contentVariables(main: string): Variables {
  const isRead = isReadOn(main)
  return {
    '--cf-content': isRead ? 'transparent' : sunken,
    '--cf-content-room': isRead ? '0' : '12px',
  }
}

const isReadOn = (main: string) => contrast(mutedInk, main) >= readableContrast

function lightVariables(colours: TenantColours): Variables {
  const grounds: [string, ...string[]] = [surfaces.light, sunken]
  const ink = readableOn(colours.text, grounds, 7)
  return {
    ...sidebarVariables(colours.sidebar),
    ...inksOn('header', colours.header, colours.text),
    ...inksOn('main', colours.main, colours.text),
    ...contentVariables(colours.main),
    '--cf-ink': ink,
    '--cf-ink-strong': readableOn(mix(ink, '#000000', 0.5), grounds, 12),
    '--cf-primary': colours.primary,
    '--cf-on-primary': textColourOn(colours.primary),
    '--cf-primary-ink': readableOn(colours.primary, [
      ...grounds,
      mix(surfaces.light, colours.primary, 0.12),
    ]),
    '--cf-primary-ground': mix(surfaces.light, colours.primary, 0.12),
  }
}

function darkVariables(colours: TenantColours): Variables {
  const grounds: [string, ...string[]] = [surfaces.dark, '#22262e']
  const ground = mix(surfaces.dark, colours.primary, 0.16)
  return {
    ...sidebarVariables(mix(colours.sidebar, '#0b0d11', 0.62)),
    ...inksOn('header', mix('#15181d', colours.primary, 0.02)),
    ...inksOn('main', darkMain),
    '--cf-primary': colours.primary,
    '--cf-on-primary': textColourOn(colours.primary),
    '--cf-primary-ink': readableOn(colours.primary, [...grounds, ground]),
    '--cf-primary-ground': ground,
  }
}

function linkVariables(colour: string, main: string, surface: string, raised: string): Variables {
  const ground = mix(surface, colour, 0.14)
  const content = isReadOn(main) ? main : raised
  return {
    '--cf-link': readableOn(colour, [surface, ground, raised, content]),
    '--cf-link-ground': ground,
    '--cf-on-main-link': readableOn(colour, [main, mix(main, textColourOn(main), 0.14)]),
  }
}

/** What the components of the library read, tied to the portal's own tokens. */
const libraryVariables: Variables = {
  '--mantine-color-text': 'var(--cf-ink)',
  '--mantine-color-body': 'var(--cf-surface)',
  '--mantine-color-bright': 'var(--cf-ink-strong)',
  '--mantine-color-dimmed': 'var(--cf-ink-muted)',
  '--mantine-color-placeholder': 'var(--cf-ink-muted)',
  '--mantine-color-error': 'var(--cf-negative-ink)',
  '--mantine-color-anchor': 'var(--cf-link)',
  '--mantine-color-default': 'var(--cf-surface)',
  '--mantine-color-default-hover': 'var(--cf-hover)',
  '--mantine-color-default-color': 'var(--cf-ink)',
  '--mantine-color-default-border': 'var(--cf-line-strong)',
  '--mantine-color-brand-text': 'var(--cf-link)',
  '--mantine-color-brand-light': 'var(--cf-link-ground)',
  '--mantine-color-brand-light-hover': 'var(--cf-link-ground)',
  '--mantine-color-brand-light-color': 'var(--cf-link)',
  '--mantine-color-brand-outline': 'var(--cf-link)',
}

/** Everything that the tenant's colours decide, for each scheme. */
export function themeVariables(settings: ThemeSettings): {
  readonly colours: TenantColours
  readonly light: Variables
  readonly dark: Variables
} {
  const colours = tenantColours(settings)
  return {
    colours,
    light: {
      ...libraryVariables,
      ...lightVariables(colours),
      ...linkVariables(buttonColour(settings), colours.main, surfaces.light, sunken),
    },
    dark: {
      ...libraryVariables,
      ...darkVariables(colours),
      ...linkVariables(buttonColour(settings), darkMain, surfaces.dark, '#22262e'),
    },
  }
}

export type ContrastWarning = 'text-on-main' | 'text-on-header' | 'links-on-main'

/**
 * Pairs of the tenant's own choice that are hard to read, with their contrast, for the warning where colours are chosen.
 * Pages show a readable shade of them all the same.
 */
export function contrastWarnings(
  settings: ThemeSettings,
): { readonly pair: ContrastWarning; readonly ratio: number }[] {
  const { text, main, header } = tenantColours(settings)
  const pairs: [ContrastWarning, string, string][] = [
    ['text-on-main', text, main],
    ['text-on-header', text, header],
    ['links-on-main', buttonColour(settings), main],
  ]
  return pairs
    .map(([pair, ink, ground]) => ({ pair, ratio: contrast(ink, ground) }))
    .filter(({ ratio }) => ratio < readableContrast)
}
