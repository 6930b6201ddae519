import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import {
  claimFiles,
  guardFilesOf,
  listFilesOf,
  openFileOf,
  releaseFiles,
} from '@counterfoil/features/messaging/files/files.public.ts'
import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { refusalTexts } from '@counterfoil/kit/contract/uploads.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { describePicture } from '@counterfoil/kit/server/request/attachment.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { publicRoute, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Storage } from '@counterfoil/providers/storage/storage.ts'
import {
  readLogo,
  type SavedTheme,
  saveTenantTheme,
  saveTheme,
  type ThemeChoice,
  themePermissions,
} from './theme.contract.ts'
import { findLogo, lockTheme, updateTheme } from './theme.queries.ts'
import { logoAddress, logoTypes, maxLogoBytes, rgbText } from './theme.rules.ts'

const recordType = 'tenant'

guardFilesOf(
  recordType,
  async ({ caller, recordId }) =>
    caller.userType === 'platform' ||
    (caller.userType === 'tenant' && caller.tenantId === recordId),
  // the theme is part of every user's pages
  [],
)
registerAuditGuard(
  recordType,
  async ({ scope }, id) => scope.kind === 'platform' || scope.tenantId === id,
  [themePermissions.view, 'Platform.Tenants.View'],
)

export const routes = ({ storage }: { storage: Storage }): Route[] => [
  route(saveTheme, ({ body }, context) => saveThemeOf(context, context.caller.tenantId, body)),
  route(saveTenantTheme, ({ params, body }, context) => {
    if (context.caller.userType !== 'platform') throw notFound('The tenant')
    return saveThemeOf(context, params.id, body)
  }),
  publicRoute(readLogo, async ({ params }, { database, reply }) => {
    const { tenantId, fileId } = params
    // only the logo of a tenant's files is public
    if ((await findLogo(database.shared, tenantId)) !== logoAddress(tenantId, fileId)) {
      throw notFound('The logo')
    }
    const db = database.reader(tenantScope(tenantId))
    const { file, content } = await openFileOf(db, storage, {
      recordType,
      recordId: tenantId,
      fileId,
    })
    describePicture(reply, { contentType: file.content_type, size: file.size_bytes })
    return content
  }),
]

async function saveThemeOf(
  context: Context<UserCaller>,
  tenantId: string,
  choice: ThemeChoice,
): Promise<SavedTheme> {
  const { caller } = context
  // a user who is limited to merchants cannot change what all users of the tenant see
  if (caller.merchantIds !== null) throw forbidden()
  const { logoFileId, ...chosen } = choice
  const theme = { ...chosen, buttonsLinkColorRGB: rgbText(chosen.buttonsLinkColor) }
  return context.transaction(async (db) => {
    const before = await lockTheme(db, tenantId)
    if (before === undefined) throw notFound('The tenant')
    const logo =
      logoFileId === undefined ? before.logo : await changeLogo(db, caller, tenantId, logoFileId)
    await updateTheme(db, tenantId, { theme, logo })
    await context.audit(db, {
      type: recordType,
      id: tenantId,
      before: { ...(before.theme as object), logo: auditedLogo(before.logo) },
      after: { ...theme, logo: auditedLogo(logo) },
    })
    return { ...theme, logo }
  }, tenantId)
}

/** The logo for an audit entry: its address; a picture in the row itself would be too long. */
const auditedLogo = (logo: string | null) =>
  logo?.startsWith('data:') === true ? 'built in' : logo

/** Attaches the new picture to the tenant and releases the previous one. */
async function changeLogo(
  db: Db,
  caller: UserCaller,
  tenantId: string,
  fileId: string | null,
): Promise<string | null> {
  await releaseFiles(db, recordType, tenantId)
  if (fileId === null) return null
  await claimFiles(db, caller, {
    fileIds: [fileId],
    recordType,
    recordId: tenantId,
    merchantId: null,
  })
  const [file] = await listFilesOf(db, recordType, tenantId)
  if (file === undefined) throw notFound('The file')
  if (!logoTypes.includes(file.content_type)) {
    throw new Problem(
      'file.type_not_allowed',
      415,
      textIn(refusalTexts.type, 'en', { name: file.name }),
      {
        params: { name: file.name },
      },
    )
  }
  if (file.size_bytes > maxLogoBytes) {
    throw new Problem('file.too_large', 413, textIn(refusalTexts.size, 'en', { name: file.name }), {
      params: { name: file.name },
    })
  }
  return logoAddress(tenantId, fileId)
}
