import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const themeTexts = messages({
  title: ['Tenant settings', 'Kiracı ayarları'],
  about: [
    'How the portal and the sign-in pages look for you and your merchants.',
    'Portalın ve giriş sayfalarının sizin ve üye iş yerleriniz için görünümü.',
  ],
  colours: ['Colours', 'Renkler'],
  logo: ['Logo', 'Logo'],
  layoutName: ['Layout', 'Yerleşim'],
  layoutHint: [
    'For everybody who has chosen none of their own.',
    'Kendisi bir yerleşim seçmemiş herkes için.',
  ],
  sidebarBackgroundColor: ['Sidebar', 'Kenar çubuğu'],
  headerBackgroundColor: ['Header', 'Üst çubuk'],
  mainBackgroundColor: ['Page', 'Sayfa'],
  primaryColor: ['Primary colour', 'Ana renk'],
  buttonsLinkColor: ['Buttons and links', 'Düğmeler ve bağlantılar'],
  textColor: ['Text', 'Metin'],
  preview: [
    'The whole portal shows your choice while you make it. Nobody else sees it before you save.',
    'Seçiminizi yaparken tüm portal onu gösterir. Kaydetmeden başka kimse görmez.',
  ],
  signIn: ['Sign-in page', 'Giriş sayfası'],
  signInButton: ['Sign in', 'Giriş yap'],
  'text-on-main': ['Text on the page', 'Sayfa üzerindeki metin'],
  'text-on-header': ['Text on the header', 'Üst çubuk üzerindeki metin'],
  'links-on-main': ['Links on the page', 'Sayfa üzerindeki bağlantılar'],
  hardToRead: [
    (what: string, ratio: string) =>
      `${what}: hard to read (contrast ${ratio} : 1, at least 4.5 is needed)`,
    (what: string, ratio: string) =>
      `${what}: okunması zor (karşıtlık ${ratio} : 1, en az 4,5 gerekir)`,
  ],
  shownReadably: [
    'Pages show a darker or lighter shade of it, so that everybody can read them.',
    'Herkesin okuyabilmesi için sayfalarda daha koyu ya da daha açık bir tonu gösterilir.',
  ],
  logoHint: ['PNG, JPEG or GIF, up to 512 KB', 'PNG, JPEG ya da GIF, en çok 512 KB'],
  noLogo: ['No logo: the initial of the name stands in', 'Logo yok: adın baş harfi gösterilir'],
  removeLogo: ['Remove the logo', 'Logoyu kaldır'],
  save: ['Save', 'Kaydet'],
  undo: ['Undo changes', 'Değişiklikleri geri al'],
  defaults: ["The product's colours", 'Ürünün renkleri'],
  saved: ['Saved. Everybody sees it from now on.', 'Kaydedildi. Artık herkes görüyor.'],
})
