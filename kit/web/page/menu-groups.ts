import type { Text } from '../texts/i18n.tsx'

export interface MenuGroup {
  readonly id: string
  readonly title: Text
  /** The menu's own order; entries have theirs within the group. */
  readonly order: number
  /** A long group has headings, each above the entries from this place on. */
  readonly parts?: readonly MenuPart[]
}

export interface MenuPart {
  readonly from: number
  readonly title: Text
}

const group = (id: string, order: number, title: Text): MenuGroup => ({ id, order, title })

const settingsParts: readonly MenuPart[] = [
  { from: 0, title: ['Jobs', 'İşler'] },
  { from: 30, title: ['Payments', 'Ödemeler'] },
  { from: 145, title: ['General', 'Genel'] },
  { from: 210, title: ['CRM', 'CRM'] },
  { from: 290, title: ['Protection and access', 'Koruma ve erişim'] },
  { from: 320, title: ['Reports and alerts', 'Raporlar ve uyarılar'] },
  { from: 380, title: ['Working days', 'Çalışma günleri'] },
  { from: 410, title: ['Classification', 'Sınıflandırma'] },
]

/** Operators (platform and tenant) share one menu; merchants have their own. Order as the specification lists it. */
export const menuGroups = {
  operator: {
    overview: group('overview', 0, ['Overview', 'Genel bakış']),
    crm: group('crm', 10, ['CRM', 'CRM']),
    transactions: group('transactions', 20, ['Transaction management', 'İşlem yönetimi']),
    reports: group('reports', 30, ['Reports', 'Raporlar']),
    settings: { ...group('settings', 40, ['Settings', 'Ayarlar']), parts: settingsParts },
    support: group('support', 50, ['Support', 'Destek']),
    platform: group('platform', 60, ['Platform transactions', 'Platform işlemleri']),
    tenants: group('tenants', 70, ['Tenant management', 'Kiracı yönetimi']),
    users: group('users', 80, ['Users', 'Kullanıcılar']),
    documentation: group('documentation', 90, ['Documentation', 'Belgeler']),
    leave: group('leave', 100, ['Leave management', 'İzin yönetimi']),
    assistant: group('assistant', 110, ['AI chat', 'Yapay zekâ sohbeti']),
  },
  merchant: {
    onboarding: group('onboarding', 0, ['Onboarding', 'Başvuru']),
    overview: group('overview', 10, ['Overview', 'Genel bakış']),
    transactions: group('transactions', 20, ['Transaction management', 'İşlem yönetimi']),
    payments: group('payments', 30, ['Payments', 'Ödemeler']),
    'payment-settings': group('payment-settings', 40, ['Payment settings', 'Ödeme ayarları']),
    reports: group('reports', 50, ['Reports', 'Raporlar']),
    developer: group('developer', 60, ['Developer settings', 'Geliştirici ayarları']),
    support: group('support', 70, ['Support', 'Destek']),
    users: group('users', 80, ['Users', 'Kullanıcılar']),
    documentation: group('documentation', 90, ['Documentation', 'Belgeler']),
  },
} as const satisfies Record<string, Record<string, MenuGroup>>

export type MenuGroupId = keyof typeof menuGroups.operator | keyof typeof menuGroups.merchant
