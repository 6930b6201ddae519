import { contrast, mix } from '@counterfoil/kit/contract/colour.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readableOn } from './colour.ts'
import { contrastWarnings, defaultColours, tenantColours, themeVariables } from './tenant-theme.ts'

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

const settings = fc.record({
  sidebarBackgroundColor: colour,
  headerBackgroundColor: colour,
  mainBackgroundColor: colour,
  primaryColor: colour,
  buttonsLinkColor: colour,
  textColor: colour,
})

/** Text and the ground that it stands on; each pair must be readable whatever a tenant chooses. */
const pairs: readonly [ink: string, ground: string][] = [
  ['--cf-on-sidebar', '--cf-sidebar'],
  ['--cf-on-sidebar-muted', '--cf-sidebar'],
  ['--cf-on-sidebar-active', '--cf-sidebar-active'],
  ['--cf-on-sidebar-active', '--cf-sidebar-hover'],
  ['--cf-on-header', '--cf-header'],
  ['--cf-on-header-muted', '--cf-header'],
  ['--cf-on-main', '--cf-main'],
  ['--cf-on-main-muted', '--cf-main'],
  ['--cf-on-main-link', '--cf-main'],
  ['--cf-on-primary', '--cf-primary'],
  ['--cf-primary-ink', '--cf-primary-ground'],
  ['--cf-link', '--cf-link-ground'],
]

describe('a tenant’s theme', () => {
  test('without settings has the documents’ colours [theme.defaults]', () => {
    expect(tenantColours({})).toEqual(defaultColours)
    expect(tenantColours({ primaryColor: 'url(evil)' }).primary).toBe('#09d0bd')
    expect(defaultColours).toEqual({
      sidebar: '#2e43fe',
      header: '#ffffff',
      main: '#f5f5f5',
      primary: '#09d0bd',
      text: '#404040',
    })
  })

  test('is readable at AA in light and dark, whatever the colours', () => {
    fc.assert(
      fc.property(settings, (chosen) => {
        const { light, dark } = themeVariables(chosen)
        for (const scheme of [light, dark]) {
          for (const [ink, ground] of pairs) {
            const ratio = contrast(scheme[ink] ?? '', scheme[ground] ?? '')
            expect(ratio, `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('is readable on the ground of a page’s content, with the portal’s own inks, and on links there', () => {
    const muted = '#5f6876'
    fc.assert(
      fc.property(settings, (chosen) => {
        const { light } = themeVariables(chosen)
        const own = light['--cf-content']
        const ground = own === 'transparent' ? (light['--cf-main'] ?? '') : (own ?? '')
        for (const ink of [
          muted,
          light['--cf-ink'],
          light['--cf-ink-strong'],
          light['--cf-link'],
        ]) {
          expect(contrast(ink ?? '', ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { numRuns: 300 },
    )
    expect(themeVariables({}).light['--cf-content']).toBe('transparent')
    expect(themeVariables({ mainBackgroundColor: '#1b2028' }).light['--cf-content']).toBe('#f7f8fa')
  })

  test('warns of what is hard to read as it was chosen, and of nothing else', () => {
    const fine = { textColor: '#202020', buttonsLinkColor: '#0b4a99' }
    expect(contrastWarnings(fine)).toEqual([])
    const faint = contrastWarnings({ ...fine, textColor: '#bbbbbb' })
    expect(faint.map(({ pair }) => pair)).toEqual(['text-on-main', 'text-on-header'])
    expect(faint[1]?.ratio).toBeCloseTo(contrast('#bbbbbb', '#ffffff'))
    expect(contrastWarnings({ ...fine, mainBackgroundColor: '#0b4a90' })).toMatchObject([
      { pair: 'text-on-main' },
      { pair: 'links-on-main' },
    ])
  })

  test('a colour that is readable already stays as it is', () => {
    expect(readableOn('#123456', ['#ffffff'])).toBe('#123456')
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  })
})
