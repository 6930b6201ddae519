import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

/** The English texts are the documents', to the letter. */
export const authenticationTexts = messages({
  signingIn: ['Signing you in…', 'Oturumunuz açılıyor…'],
  signingOut: ['Signing you out…', 'Oturumunuz kapatılıyor…'],
  redirecting: ['One moment…', 'Bir saniye…'],
  signInFailed: [
    (details: string) => `There was an error signing in. Error: ${details}`,
    (details: string) => `Oturum açılırken bir hata oluştu. Hata: ${details}`,
  ],
  popupClosed: ['The user closed the window.', 'Kullanıcı pencereyi kapattı.'],
  loginFailedTitle: ['Sign-in did not work', 'Oturum açılamadı'],
  tryAgain: ['Try again', 'Tekrar dene'],
  unauthorizedTitle: ['No access', 'Erişim yok'],
  unauthorized: [
    "401: You don't have enough permissions to get access to the resource",
    '401: Bu kaynağa erişmek için yeterli izniniz yok',
  ],
  unauthorizedHint: [
    'Please, try to Logout/Login using other credentials',
    'Lütfen çıkış yapıp başka bilgilerle oturum açmayı deneyin',
  ],
  toDashboard: ['To the dashboard', 'Gösterge paneline git'],
  toStart: ['To the start page', 'Başlangıç sayfasına git'],
  toScreen: [(title: string) => `To ${title}`, (title: string) => `“${title}” sayfasına git`],
  loggedOutTitle: ['Signed out', 'Oturum kapatıldı'],
  loggedOut: ['You successfully logged out!', 'Oturumunuz başarıyla kapatıldı!'],
  notInitiated: [
    'The logout was not initiated from within the page.',
    'Çıkış işlemi bu sayfa içinden başlatılmadı.',
  ],
  registerTitle: ['Accounts are by invitation', 'Hesaplar davetle açılır'],
  registerElsewhere: [
    'An administrator of your organisation gives you access.',
    'Erişimi kuruluşunuzun bir yöneticisi verir.',
  ],
  profileTitle: ['Your account', 'Hesabınız'],
  profileElsewhere: [
    'Your name and password are kept where you signed in. Change them there.',
    'Adınız ve parolanız, oturum açtığınız yerde tutulur. Onları orada değiştirin.',
  ],
  account: ['Account', 'Hesap'],
  login: ['Login', 'Giriş'],
  logout: ['Logout', 'Çıkış'],
})
