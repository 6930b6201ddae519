import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const profileTexts = messages({
  about: [
    'Who you are here, and how the portal looks and tells times to you.',
    'Burada kim olduğunuz, portalın size nasıl göründüğü ve saatleri nasıl gösterdiği.',
  ],
  person: ['About you', 'Hakkınızda'],
  firstName: ['First name', 'Ad'],
  lastName: ['Last name', 'Soyad'],
  timeZone: ['Time zone', 'Saat dilimi'],
  organisationsZone: [
    (zone: string) => `Your organisation's (${zone})`,
    (zone: string) => `Kuruluşunuzun saat dilimi (${zone})`,
  ],
  email: ['E-mail', 'E-posta'],
  role: ['Role', 'Rol'],
  organisation: ['Organisation', 'Kuruluş'],
  lastLogin: ['Last sign-in', 'Son giriş'],
  save: ['Save', 'Kaydet'],
  saved: ['Saved', 'Kaydedildi'],
  look: ['Look and language', 'Görünüm ve dil'],
  security: ['Sign-in and security', 'Giriş ve güvenlik'],
  password: ['Password', 'Parola'],
  passwordHint: ['Change the password that you sign in with', 'Giriş parolanızı değiştirin'],
  authenticator: ['Authenticator app', 'Doğrulama uygulaması'],
  authenticatorHint: [
    'One-time codes at sign-in, and codes for the day the phone is lost',
    'Girişte tek kullanımlık kodlar ve telefon kaybolduğunda kurtarma kodları',
  ],
  sessions: ['Sessions', 'Oturumlar'],
  sessionsHint: [
    'Where you are signed in; sign out everywhere else',
    'Açık oturumlarınız; diğer tüm oturumları kapatın',
  ],
})
