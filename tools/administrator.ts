// npm run administrator: makes an administrator of the platform, the first above all.
import { parseArgs } from 'node:util'
import { openPostgres } from '@counterfoil/database/open.ts'
import { prepareDatabase } from '@counterfoil/database/prepare.ts'
import { createPlatformAdministrator } from '@counterfoil/features/tenants/management/platform-administrator.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { openDatabase } from '@counterfoil/kit/database/database.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { z } from 'zod'
import { runCommand, UsageError } from './command-line.ts'

const usage = `npm run administrator -- --email EMAIL --first-name NAME --last-name NAME [options]
  --email EMAIL         of the person, who signs in with it
  --first-name NAME     --last-name NAME
  --organisation NAME   who runs this installation (Platform)
  --time-zone ZONE      of its business days (Europe/London)
  --language LANGUAGE   en or tr (en)
  --currency CODE       of its totals (GBP)
Later the organisation is changed in the portal: what is named of it then has to be as it is there.
The settings are those of the product, DATA_DIR or DATABASE_URL and IDENTITY_URL above all. It prints a link at which the
person chooses a password, once, within seven days; the product has to run for it.`

const given = z.object({
  email: z.email('--email is no e-mail address'),
  'first-name': z.string('--first-name is missing').trim().min(1).max(100),
  'last-name': z.string('--last-name is missing').trim().min(1).max(100),
  organisation: z.string().trim().min(1).max(100).optional(),
  'time-zone': z.string().optional(),
  language: z.enum(['en', 'tr'], '--language is en or tr').optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, '--currency is three capital letters')
    .optional(),
})

async function main(): Promise<void> {
  const asked = readArguments(process.argv.slice(2))
  const settings = readSettings()
  const say = (what: string) => console.log(`  ${what}`)
  const postgres = await openPostgres(settings, say)
  try {
    await prepareDatabase(postgres.ownerUrl, say)
    const database = openDatabase({ ...postgres, maxConnections: 2 })
    try {
      const { organisation, link } = await createPlatformAdministrator(
        database,
        {
          ...{ email: asked.email, firstName: asked['first-name'], lastName: asked['last-name'] },
          organisation: {
            name: asked.organisation,
            timeZone: asked['time-zone'],
            locale: asked.language,
            homeCurrency: asked.currency,
          },
        },
        settings.oidc.isEmbedded ? settings.oidc.issuer : undefined,
      )
      console.log(`${asked.email} administers ${organisation}.`)
      console.log(
        link === undefined
          ? `They sign in at ${settings.publicUrl} with this address, which the identity provider must have verified.`
          : `Until ${link.expiresAt.toISOString()} they choose their password at\n${link.url}`,
      )
    } finally {
      await database.close()
    }
  } finally {
    await postgres.close()
  }
}

function readArguments(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      ...{ email: text, 'first-name': text, 'last-name': text, organisation: text },
      ...{ 'time-zone': text, language: text, currency: text },
    },
  })
  const checked = given.safeParse(values)
  if (checked.success) return checked.data
  throw new UsageError(`${checked.error.issues[0]?.message}\n${usage}`)
}

await runCommand(main, (error) => error instanceof Problem)
