declare module 'virtual:resource-screens' {
  import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

  export const screens: readonly Screen[]
}

declare module 'virtual:problem-texts' {
  import type { ProblemTexts } from '@counterfoil/kit/web/calls/problem-translations.ts'

  /** By language; not of English, which the server speaks itself. */
  export const problemTexts: Readonly<
    Record<string, (() => Promise<{ default: ProblemTexts }>) | undefined>
  >
}
