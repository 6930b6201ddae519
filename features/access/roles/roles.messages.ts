import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const roleTexts = messages({
  title: ['Roles', 'Roller'],
  about: [
    'Roles: what people may see and do. A change is in force within seconds.',
    'Roller: kullanıcıların görebilecekleri ve yapabilecekleri. Değişiklikler saniyeler içinde geçerli olur.',
  ],
  ofTenant: ['Operators', 'Operatörler'],
  ofMerchant: ['Merchants', 'Üye iş yerleri'],
  ofPlatform: ['Platform staff', 'Platform ekibi'],
  kind: ['Roles for', 'Roller'],
  name: ['Name', 'Ad'],
  tenant: ['Tenant', 'Kiracı'],
  merchant: ['Merchant', 'Üye iş yeri'],
  everyMerchant: ['Every merchant', 'Tüm üye iş yerleri'],
  users: ['Users', 'Kullanıcılar'],
  permissions: ['Permissions', 'İzinler'],
  administrator: ['Administrator', 'Yönetici'],
  administratorHint: [
    'An administrator holds everything. You can ask for codes.',
    'Yönetici tüm izinlere sahiptir. Kod isteyebilirsiniz.',
  ],
  search: ['Search roles', 'Rol ara'],
  nothing: ['No roles', 'Rol yok'],
  create: ['New role', 'Yeni rol'],
  createTitle: ['New role', 'Yeni rol'],
  save: ['Save', 'Kaydet'],
  saved: ['Role saved', 'Rol kaydedildi'],
  remove: ['Delete', 'Sil'],
  removeTitle: ['Delete this role?', 'Rol silinsin mi?'],
  removeText: [
    'A role that nobody has can be deleted. This cannot be undone.',
    'Kimsenin kullanmadığı bir rol silinebilir. Bu işlem geri alınamaz.',
  ],
  removed: ['Role deleted', 'Rol silindi'],
  code: ['Asks for a code', 'Kod ister'],
  codeFor: [
    (title: string) => `Ask for a one-time code: ${title}`,
    (title: string) => `Tek kullanımlık kod iste: ${title}`,
  ],
  codeHint: [
    'Where a code is asked, opening needs a one-time code of the user’s authenticator app, which then serves for 15 minutes. Each change and each export needs a fresh one.',
    'Kod istenen yerleri açmak, kullanıcının doğrulama uygulamasından tek kullanımlık bir kod gerektirir; bu kod 15 dakika geçerlidir. Her değişiklik ve her dışa aktarma yeni bir kod ister.',
  ],
  all: ['All', 'Tümü'],
  allOf: [(title: string) => `All of ${title}`, (title: string) => `Tümü: ${title}`],
  notHeld: ['You do not hold this yourself', 'Bu izin sizde yok'],
  readOnly: [
    'You can look at this role, not change it.',
    'Bu rolü görebilir ama değiştiremezsiniz.',
  ],
  find: ['Search permissions', 'İzin ara'],
  noPermission: ['No permission found', 'İzin bulunamadı'],
  backToUsers: ['Users', 'Kullanıcılar'],
})

export const rightsTexts = messages({
  rights: ['What this user may see and do', 'Bu kullanıcının görebilecekleri ve yapabilecekleri'],
  rightsCount: [
    (n: number) => (n === 1 ? '1 permission' : `${n} permissions`),
    (n: number) => `${n} izin`,
  ],
  fromRole: [(role: string) => `by the role ${role}`, (role: string) => `${role} rolüyle`],
  fromUser: ['given to this user', 'bu kullanıcıya verilmiş'],
  asksCode: ['asks for a code', 'kod ister'],
  kept: [
    'of no effect: the platform has switched this feature off',
    'etkisiz: platform bu özelliği kapattı',
  ],
  noRights: ['No permissions', 'İzin yok'],
  extra: ['Further permissions', 'Ek izinler'],
  extraTitle: ['Permissions besides the role', 'Role ek izinler'],
  save: ['Save', 'Kaydet'],
  saved: ['Saved', 'Kaydedildi'],
})
