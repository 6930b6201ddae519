import type { Place, Target } from './place.ts'

/** A package and the only places that may import it; a place is the beginning of a path, or the end of a file's name. */
interface Boundary {
  readonly packages: RegExp
  readonly only: readonly string[]
}

const queryFiles = ['kit/database/', '.queries.ts', '.public.ts', 'database/']
const webFiles = ['.tsx', '.screens.ts', 'kit/web/', 'apps/web/']

const boundaries: readonly Boundary[] = [
  // reads a caller's address through trusted proxies, for any HTTP server
  { packages: /^@fastify\/proxy-addr$/, only: ['kit/server/', 'identity/'] },
  { packages: /^(fastify|fastify-.*|@fastify\/.*)$/, only: ['kit/server/', 'apps/api/'] },
  { packages: /^kysely$/, only: queryFiles },
  {
    packages: /^(pg|pg-copy-streams)$/,
    only: ['kit/database/', 'kit/jobs/', 'database/', 'identity/'],
  },
  {
    packages: /^(icu-minify|@schummar\/icu-type-parser)$/,
    only: ['kit/contract/', 'apps/web/building/'],
  },
  { packages: /^pg-boss$/, only: ['kit/jobs/'] },
  { packages: /^(oidc-provider|@node-rs\/argon2|otpauth)$/, only: ['identity/'] },
  { packages: /^qrcode$/, only: ['identity/', 'features/payments/payment-pages/'] },
  { packages: /^nodemailer$/, only: ['providers/mail/'] },
  { packages: /^@tanstack\/react-table$/, only: ['kit/web/grid/'] },
  { packages: /^@dnd-kit\/.*$/, only: ['kit/web/'] },
  { packages: /^@tiptap\/.*$/, only: ['kit/web/form/'] },
  { packages: /^(react|react-dom|react-router|react-hook-form|react-i18next)$/, only: webFiles },
  { packages: /^(@mantine\/.*|@tabler\/.*|@tanstack\/react-query)$/, only: webFiles },
  { packages: /^(oidc-client-ts|react-idle-timer|vite|@vitejs\/.*)$/, only: ['apps/web/'] },
  {
    packages: /^(pino|prom-client)$/,
    only: ['kit/server/', 'kit/jobs/', 'apps/api/', 'apps/worker/', 'identity/', 'kit/testing/'],
  },
  { packages: /^(playwright-core|axe-core)$/, only: ['e2e/', 'kit/testing/'] },
]

/** Reads catalogs where the server declares texts; the browser's build takes it out (`apps/web/building/attach-texts.ts`). */
const readsCatalogs = 'kit/contract/messages.ts'

const withoutNode = [
  'schema',
  'contract',
  'resource',
  'rules',
  'screens',
  'component',
  'messages',
  'audit',
]

/** Why this place may not import that package or that part of Node; undefined when it may. */
export function packageFindings(
  from: Place,
  target: Exclude<Target, { kind: 'file' }>,
): string | undefined {
  if (from.isTest || ['tools', 'workloads', 'e2e'].includes(from.workspace ?? '')) return undefined
  if (target.kind === 'node') {
    if (from.path === readsCatalogs) return undefined
    const isBare =
      withoutNode.includes(from.role ?? '') ||
      (from.workspace === 'kit' && (from.part === 'contract' || from.part === 'web'))
    return isBare ? `node:${target.name}: this file also runs in the browser` : undefined
  }
  const boundary = boundaries.find((one) => one.packages.test(target.name))
  if (boundary === undefined || boundary.only.some((where) => stands(from.path, where)))
    return undefined
  return `${target.name} belongs to ${boundary.only.join(', ')}`
}

function stands(path: string, where: string): boolean {
  return where.startsWith('.') ? path.endsWith(where) : path.startsWith(where)
}
