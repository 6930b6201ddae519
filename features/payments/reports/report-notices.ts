import type { Notice } from '@counterfoil/features/messaging/notifications/notifications.public.ts'

/** The address lists the ids of the files. */
export function finishedNotice(
  userId: string,
  reportId: string,
  made: { readonly fileIds: readonly string[]; readonly rows: number },
  now: Date,
): Notice {
  const rows = (locale: string) => made.rows.toLocaleString(locale)
  return {
    to: { userIds: [userId] },
    type: 'ReportGenerated',
    title: ['Your export is ready', 'Dışa aktarımınız hazır'],
    description: [
      `Transactions: ${rows('en-GB')} rows. Click to download.`,
      `İşlemler: ${rows('tr-TR')} satır. İndirmek için tıklayın.`,
    ],
    objectUrl: `/api/fs/file/${made.fileIds.join(',')}`,
    onceFor: `payment report ${reportId}`,
    now,
  }
}

export function givenUpNotice(userId: string, reportId: string, now: Date): Notice {
  return {
    to: { userIds: [userId] },
    type: 'ReportGenerated',
    title: ['Your export could not be prepared', 'Dışa aktarımınız hazırlanamadı'],
    description: [
      'Nothing was lost. Please try again; if it fails again, quote this number to support: ' +
        `<code>${reportId}</code>`,
      'Hiçbir şey kaybolmadı. Lütfen yeniden deneyin; yine olmazsa desteğe şu numarayı bildirin: ' +
        `<code>${reportId}</code>`,
    ],
    onceFor: `payment report ${reportId}`,
    now,
  }
}
