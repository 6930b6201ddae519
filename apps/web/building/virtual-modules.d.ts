declare module 'virtual:resource-screens' {
  import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

  export const screens: readonly Screen[]
}
