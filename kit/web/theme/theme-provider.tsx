import './styles.ts'
import type { ThemeSettings } from '@counterfoil/kit/web/user.tsx'
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
import { shadesOf, themeVariables } from './tenant-theme.ts'

/**
 * The tenant's colours are put into a sheet made by script: unlike a style element it needs no exception in the
 * content security policy.
 */
const sheet = new CSSStyleSheet()

function overrideFor(primary: string): MantineThemeOverride {
  return {
    fontFamily: 'var(--cf-font)',
    fontFamilyMonospace: 'var(--cf-font-mono)',
    headings: { fontFamily: 'var(--cf-font)', fontWeight: '600' },
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
    defaultRadius: '6px',
    primaryColor: 'brand',
    primaryShade: 6,
    colors: { brand: shadesOf(primary) as unknown as MantineColorsTuple },
    autoContrast: true,
    luminanceThreshold: 0.179,
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // Locking the page's scroll would put a style element into it.
      Modal: { defaultProps: { lockScroll: false, centered: true } },
      Drawer: { defaultProps: { lockScroll: false } },
      Tooltip: { defaultProps: { openDelay: 350, withArrow: false } },
      Select: { defaultProps: { maxDropdownHeight: 250 } },
      MultiSelect: { defaultProps: { maxDropdownHeight: 250 } },
      Autocomplete: { defaultProps: { maxDropdownHeight: 250 } },
    },
  }
}

/** Gives the page the tenant's colours, in light and dark. */
export function ThemeProvider(props: { settings: ThemeSettings; children: ReactNode }) {
  const { theme, css } = useMemo(() => {
    const { colours, light, dark } = themeVariables(props.settings)
    const override = overrideFor(colours.primary)
    const variables = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, override))
    return {
      theme: override,
      css: convertCssVariables({
        variables: variables.variables,
        light: { ...variables.light, ...light },
        dark: { ...variables.dark, ...dark },
      }),
    }
  }, [props.settings])
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
