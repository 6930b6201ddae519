import type { Notice } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import { modeOfExport } from '@counterfoil/kit/server/exports/export-source.ts'
import type { ExportRow } from './exports.queries.ts'
import { withMode } from './exports.rules.ts'

const msg = messagesOf(import.meta.url)

/** The address lists the ids of the files. */
export function finishedNotice(
  name: Text,
  { id, user_id: userId, source, mode }: Pick<ExportRow, 'id' | 'user_id' | 'source' | 'mode'>,
  made: { readonly fileIds: readonly string[]; readonly rows: number },
  now: Date,
): Notice {
  const { rows } = made
  return {
    to: { userIds: [userId] },
    type: 'ReportGenerated',
    title: msg('Your export is ready'),
    description: textWith(msg('{name}: {rows, number} rows. Click to download.'), {
      name: withMode(name, modeOfExport(source, mode)),
      rows,
    }),
    objectUrl: `/api/fs/file/${made.fileIds.join(',')}`,
    onceFor: `export ${id}`,
    now,
  }
}

export function givenUpNotice(userId: string, exportId: string, now: Date): Notice {
  const number = `<code>${exportId}</code>`
  return {
    to: { userIds: [userId] },
    type: 'ReportGenerated',
    title: msg('Your export could not be prepared'),
    description: textWith(
      msg(
        'Nothing was lost. Please try again; if it fails again, quote this number to support: {number}',
      ),
      { number },
    ),
    onceFor: `export ${exportId}`,
    now,
  }
}

/** Of what would fail again as it was asked for. */
export function refusedNotice(userId: string, exportId: string, now: Date): Notice {
  return {
    to: { userIds: [userId] },
    type: 'ReportGenerated',
    title: msg('Your export could not be prepared'),
    description: msg('It cannot be made as it was asked for. The list of exports says why.'),
    objectUrl: '/exports',
    onceFor: `export ${exportId}`,
    now,
  }
}
