import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { listOptions } from '@counterfoil/kit/database/resource-rows.ts'
import { renderRichText, renderText, textOfHtml } from '@counterfoil/kit/server/codecs/rich-text.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  type Changing,
  type ResourceRules,
  readView,
} from '@counterfoil/kit/server/resources/resource-changes.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { cleanTexts } from '@counterfoil/kit/server/resources/resource-texts.ts'
import { readPreviewValues } from './preview-values.ts'
import { templateCalls } from './templates.contract.ts'
import {
  findPlace,
  insertTemplateVersion,
  listVersions,
  updateOthersInactive,
} from './templates.queries.ts'
import {
  agreementSignatures,
  agreementTemplates,
  emailSignatures,
  emailTemplates,
  proposalSignatures,
  proposalTemplates,
} from './templates.resource.ts'

const maxVersions = 100

type Called = Context<UserCaller>
type Calls = (typeof templateCalls)[keyof typeof templateCalls]

/** Any number of proposals and agreements is active; of other kinds one text is active at a place. */
const allowsSeveral = ({ only }: Resource) =>
  only?.kind === 'proposal' || only?.kind === 'agreement'

/** Deactivates the other texts of the place, and adds a version to their history. */
async function deactivateOthers(
  db: Db,
  of: Resource,
  id: string,
  context: Changing,
): Promise<void> {
  const place = await findPlace(db, id)
  if (allowsSeveral(of) || place === undefined || !place.isActive) return
  for (const other of await updateOthersInactive(db, place, id, context.now)) {
    await context.audit(db, {
      type: of.id,
      id: other,
      before: { isActive: true },
      after: { isActive: false },
    })
  }
}

const rulesOf = (of: Resource): ResourceRules => ({
  saved: async (db, key, { context }) => {
    const view = await readView(db, of, key)
    await insertTemplateVersion(db, {
      templateId: key,
      number: view.version,
      values: Object.fromEntries(Object.keys(of.fields).map((name) => [name, view[name]])),
      by: context.caller.name,
      at: context.now,
    })
    await deactivateOthers(db, of, key, context)
  },
  switched: async (db, key, isActive, { context }) => {
    if (isActive) await deactivateOthers(db, of, key, context)
  },
})

function extraRoutes(of: Resource, calls: Calls): Route[] {
  return [
    route(calls.versions, async ({ params }, { db }) => {
      await readView(db, of, params.id)
      const versions = await listVersions(db, params.id, maxVersions)
      return versions.map((one) => ({
        number: one.number,
        savedBy: one.saved_by,
        savedAt: one.saved_at.toISOString(),
        values: one.saved_values as Record<string, string | null>,
      }))
    }),
    route(
      calls.preview,
      async ({ query, body }, context) => {
        const clean = cleanTexts(of, body.values)
        const db = context.database.reader(await context.writeScope(query.tenantId))
        const values = await readPreviewValues(
          db,
          previewInputOf(of, clean, body.merchantId, context),
          context,
        )
        const variables = of.fields.body?.variables?.(clean) ?? []
        const html = renderRichText(String(clean.body), variables, values)
        const { subject } = clean
        return {
          subject: typeof subject === 'string' ? renderText(subject, values) : null,
          html,
          text: textOfHtml(html),
        }
      },
      { isAudited: false },
    ),
    route(calls.merchants, ({ query }, context) =>
      listOptions(context.db, targets.merchant, { ...query, isInUse: true }),
    ),
  ]
}

function previewInputOf(
  of: Resource,
  { language, userId }: Readonly<Record<string, unknown>>,
  merchantId: string | null,
  { caller }: Called,
) {
  const signer = typeof userId === 'string' ? userId : null
  return {
    kind: of.only?.kind ?? '',
    language: String(language),
    merchantId,
    userId: 'userId' in of.fields ? signer : caller.id,
  }
}

const all = [
  emailTemplates,
  proposalTemplates,
  agreementTemplates,
  emailSignatures,
  proposalSignatures,
  agreementSignatures,
]

export const routes: Route[] = all.flatMap((of) => [
  ...extraRoutes(of, templateCalls[of.id as keyof typeof templateCalls]),
  ...resourceRoutes(of, rulesOf(of)),
])
