import type { Text } from '@counterfoil/kit/web/texts/i18n.tsx'

/** Groups of permissions that stand in no menu. */
export const groupNames: Readonly<Record<string, Text>> = {
  CRM: ['CRM', 'CRM'],
  Transactions: ['More on transactions', 'İşlemlerle ilgili diğerleri'],
  Reports: ['More on reports', 'Raporlarla ilgili diğerleri'],
  Settings: ['More on settings', 'Ayarlarla ilgili diğerleri'],
  Support: ['Support', 'Destek'],
  Platform: ['Platform', 'Platform'],
  Users: ['Users', 'Kullanıcılar'],
  Other: ['Other', 'Diğer'],
  'Notification actions': ['Notifications', 'Bildirimler'],
  Onboarding: ['Onboarding', 'Başvuru'],
  'Merchant transactions': ['More on transactions', 'İşlemlerle ilgili diğerleri'],
  'Merchant payments': ['More on payments', 'Ödemelerle ilgili diğerleri'],
  'Merchant payment settings': ['More on payment settings', 'Ödeme ayarlarıyla ilgili diğerleri'],
  'Merchant reports': ['More on reports', 'Raporlarla ilgili diğerleri'],
  'Merchant settings': ['More on developer settings', 'Geliştirici ayarlarıyla ilgili diğerleri'],
  'Merchant support': ['Support', 'Destek'],
  'Merchant users': ['Users', 'Kullanıcılar'],
  'Merchant documentation': ['Documentation', 'Belgeler'],
  'Transaction actions': ['Actions on transactions', 'İşlemler üzerinde yapılabilecekler'],
  'Platform transaction actions': [
    'Actions on transactions of all tenants',
    'Tüm kiracıların işlemlerinde yapılabilecekler',
  ],
  'Merchant transaction actions': ['Actions on transactions', 'İşlemler üzerinde yapılabilecekler'],
}

export const actionNames: Readonly<Record<string, Text>> = {
  Refund: ['Refund', 'İade'],
  Capture: ['Capture', 'Tahsil'],
  Void: ['Void', 'İptal'],
  Reversal: ['Reversal', 'Geri alma'],
  CheckStatus: ['Status check', 'Durum sorgusu'],
  Approve: ['Approve', 'Onaylama'],
  Decline: ['Decline', 'Reddetme'],
  Dispute: ['Dispute', 'İtiraz'],
  StatusChange: ['Mark as refunded', 'İade edildi işaretleme'],
  TransactionStatusChange: ['Change of status', 'Durum değişikliği'],
  ResendWebhook: ['Resend webhook', 'Webhook’u yeniden gönderme'],
}

/** Permissions whose page says too little, or that have none. */
export const otherNames: Readonly<Record<string, Text>> = {
  'Platform.Support.Lookup': ['Support of all tenants', 'Tüm kiracıların destek talepleri'],
  'Organization.Tpp.Credentials': [
    'Merchant API keys (third party)',
    'Üye iş yeri API anahtarları (üçüncü taraf)',
  ],
  viewMerchantPortalProposals: ['Proposals', 'Teklifler'],
  viewMerchantPortalAgreements: ['Agreements', 'Sözleşmeler'],
  manageCrmRoles: ['Operators and their roles', 'Operatörler ve rolleri'],
  manageMerchantRoles: ['Merchants’ users and their roles', 'Üye iş yeri kullanıcıları ve rolleri'],
  'Merchant.UserManagement.Users': ['Manage users and roles', 'Kullanıcı ve rol yönetimi'],
  'Merchant.UserManagement.Users.View': ['See users and roles', 'Kullanıcı ve rolleri görme'],
  'CRM.Transaction.Event.Details': ['Details of events', 'Olay ayrıntıları'],
  'Merchant.Support.EmailButton': ['Support by e-mail', 'E-posta ile destek'],
  'CRM.Organization.Edit': ['Make and change customers', 'Müşteri ekleme ve değiştirme'],
  'Settings.GeneralSettings.Theme.Edit': ['Change colours and logo', 'Renk ve logo değiştirme'],
}
