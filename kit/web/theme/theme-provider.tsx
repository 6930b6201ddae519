import './styles.ts'
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineColorsTuple,
  MantineProvider,
  type MantineThemeOverride,
  mergeMantineTheme,
} from '@mantine/core'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import type { ThemeSettings } from '../session/user.tsx'
import { buttonColour, shadesOf, themeVariables } from './tenant-theme.ts'
import { usePreviewedTheme } from './theme-preview.ts'

/**
 * The tenant's colours are put into a sheet made by script: unlike a style element it needs no exception in the
 * content security policy.
 */
const sheet = new CSSStyleSheet()

/** The library's dark greys, in the hue of the portal's dark surfaces. */
const darkShades: MantineColorsTuple = [
  '#d3d8df',
  '#b4bcc8',
  '#9ba4b1',
  '#6b7482',
  '#454c58',
  '#2d323b',
  '#22262e',
  '#191c22',
  '#14171c',
  '#101216',
]

/** What deletes looks so on a dark ground too, where the library takes the palette's lightest. */
const dangerInDark = { '--mantine-color-danger-light-color': 'var(--cf-negative-ink)' }

function overrideFor(button: string): MantineThemeOverride {
  return {
    fontFamily: 'var(--cf-font)',
    fontFamilyMonospace: 'var(--cf-font-mono)',
    headings: { fontFamily: 'var(--cf-font)', fontWeight: '600' },
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
    defaultRadius: '6px',
    primaryColor: 'brand',
    primaryShade: 6,
    colors: { brand: shadesOf(button), danger: shadesOf('#c0302b'), dark: darkShades },
    autoContrast: true,
    luminanceThreshold: 0.179,
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { fw: 500 } },
      // Locking the page's scroll would put a style element into the page, which its policy refuses.
      Drawer: { defaultProps: { lockScroll: false } },
      // Enter takes the first of what is left after typing, which otherwise looks chosen and is not
      Select: { defaultProps: { maxDropdownHeight: 250, selectFirstOptionOnChange: true } },
      MultiSelect: { defaultProps: { maxDropdownHeight: 250 } },
      Autocomplete: { defaultProps: { maxDropdownHeight: 250 } },
    },
  }
}

/** Gives the page the tenant's colours, in light and dark. */
export function ThemeProvider(props: { settings: ThemeSettings; children: ReactNode }) {
  const settings = usePreviewedTheme() ?? props.settings
  const { theme, css } = useMemo(() => {
    const { light, dark } = themeVariables(settings)
    const override = overrideFor(buttonColour(settings))
    const variables = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, override))
    return {
      theme: override,
      css: convertCssVariables({
        variables: variables.variables,
        light: { ...variables.light, ...light },
        dark: { ...variables.dark, ...dangerInDark, ...dark },
      }),
    }
  }, [settings])
  useLayoutEffect(() => {
    sheet.replaceSync(css)
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
  }, [css])
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {props.children}
    </MantineProvider>
  )
}
