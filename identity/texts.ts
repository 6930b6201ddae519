// Every sentence of the provider's pages, in both languages side by side.
import type { Language } from './language.ts'

const english = {
  languageName: 'English',
  language: 'Language',
  signIn: 'Sign in',
  signInTo: (name: string) => `Sign in to ${name}`,
  lead: 'Use your e-mail address and password.',
  welcome: 'Payments, merchants and support in one place.',
  tagline: 'The part of every payment that you keep.',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  signingIn: 'Signing in…',
  forgotten: 'Forgot your password?',
  noAccount: 'No account yet?',
  noAccountLink: 'How to get one',
  error: 'Error',
  errorTitle: 'You could not be signed in',
  emailMissing: 'Enter your e-mail address',
  passwordMissing: 'Enter your password',
  refused: 'E-mail and password do not match an account that may sign in.',
  refusedMore: (tries: number, minutes: number) =>
    `Check both and try again. After ${tries} wrong tries an account is locked for ${minutes} minutes.`,
  inactive:
    'Your account has been deactivated. An administrator of your organisation can tell you why.',
  tooMany: (minutes: number) =>
    `Too many failed sign-ins came from your network. Try again in ${minutes} minutes.`,
  foreignForm: 'This form was sent from another page. Fill it in here.',
  expiredTitle: 'This sign-in has expired',
  expired:
    'It was left open too long, or it was finished in another tab. Nothing is lost: start again.',
  startAgain: 'Start again',
  failedTitle: 'Something is wrong with this link',
  failed:
    'The page that sent you here asked for something that is not allowed. If it happens again, quote the code below to support.',
  brokenTitle: 'Something went wrong here',
  broken:
    'The fault is ours and has been recorded. Try again in a moment; if it happens again, quote the code below to support.',
  unavailableTitle: 'Back in a moment',
  unavailable:
    'The database does not answer just now, so nobody can sign in. Nothing is lost. This page tries again by itself.',
  tryAgain: 'Try again now',
  notFoundTitle: 'There is no such page',
  notFound: 'The address may be mistyped or out of date.',
  code: 'Code',
  backToPortal: 'Go to the portal',
  registerTitle: 'Accounts are by invitation',
  register:
    'Whoever sells you payments, or an administrator of your own organisation, creates your account. Ask them, naming the e-mail address that you want to sign in with.',
  askSupport: (name: string) => `Support of ${name}`,
  signOutTitle: 'Sign out?',
  signOutText: (name: string) => `You will be signed out of ${name} in this browser.`,
  signOut: 'Sign out',
  staySignedIn: 'Stay signed in',
  signingOut: 'Signing out…',
  signedOutTitle: 'You are signed out',
  signedOut: 'You can close this page.',
  runsOn: 'Runs on Counterfoil',
}

export type Texts = typeof english

const turkish: Texts = {
  languageName: 'Türkçe',
  language: 'Dil',
  signIn: 'Oturum aç',
  signInTo: (name) => `${name} oturumu açın`,
  lead: 'E-posta adresiniz ve parolanızla devam edin.',
  welcome: 'Ödemeler, üye iş yerleri ve destek tek bir yerde.',
  tagline: 'Her ödemenin sizde kalan parçası.',
  email: 'E-posta',
  password: 'Parola',
  showPassword: 'Parolayı göster',
  hidePassword: 'Parolayı gizle',
  signingIn: 'Oturum açılıyor…',
  forgotten: 'Parolanızı mı unuttunuz?',
  noAccount: 'Hesabınız yok mu?',
  noAccountLink: 'Nasıl alınır',
  error: 'Hata',
  errorTitle: 'Oturumunuz açılamadı',
  emailMissing: 'E-posta adresinizi girin',
  passwordMissing: 'Parolanızı girin',
  refused: 'E-posta ve parola, oturum açabilecek bir hesapla eşleşmiyor.',
  refusedMore: (tries, minutes) =>
    `İkisini de kontrol edip yeniden deneyin. ${tries} yanlış denemeden sonra hesap ${minutes} dakika kilitlenir.`,
  inactive:
    'Hesabınız devre dışı bırakıldı. Nedenini kuruluşunuzun bir yöneticisinden öğrenebilirsiniz.',
  tooMany: (minutes) =>
    `Ağınızdan çok fazla başarısız oturum açma denemesi geldi. ${minutes} dakika sonra yeniden deneyin.`,
  foreignForm: 'Bu form başka bir sayfadan gönderildi. Lütfen burada doldurun.',
  expiredTitle: 'Bu oturum açma isteğinin süresi doldu',
  expired:
    'Sayfa çok uzun süre açık kaldı ya da işlem başka bir sekmede tamamlandı. Hiçbir şey kaybolmadı: yeniden başlayın.',
  startAgain: 'Yeniden başla',
  failedTitle: 'Bu bağlantıda bir sorun var',
  failed:
    'Sizi buraya gönderen sayfa, izin verilmeyen bir istekte bulundu. Tekrarlanırsa aşağıdaki kodu destek ekibine iletin.',
  brokenTitle: 'Burada bir şeyler ters gitti',
  broken:
    'Hata bizden kaynaklanıyor ve kaydedildi. Birazdan yeniden deneyin; tekrarlanırsa aşağıdaki kodu destek ekibine iletin.',
  unavailableTitle: 'Birazdan buradayız',
  unavailable:
    'Veritabanı şu anda yanıt vermiyor, bu yüzden oturum açılamıyor. Hiçbir şey kaybolmadı. Bu sayfa kendiliğinden yeniden dener.',
  tryAgain: 'Şimdi yeniden dene',
  notFoundTitle: 'Böyle bir sayfa yok',
  notFound: 'Adres yanlış yazılmış ya da eskimiş olabilir.',
  code: 'Kod',
  backToPortal: 'Portala git',
  registerTitle: 'Hesaplar davetle açılır',
  register:
    'Hesabınızı, size ödeme hizmeti sunan kuruluş ya da kendi kuruluşunuzun bir yöneticisi oluşturur. Oturum açmak istediğiniz e-posta adresini belirterek onlara başvurun.',
  askSupport: (name) => `${name} destek`,
  signOutTitle: 'Oturum kapatılsın mı?',
  signOutText: (name) => `Bu tarayıcıdaki ${name} oturumunuz kapatılacak.`,
  signOut: 'Oturumu kapat',
  staySignedIn: 'Oturum açık kalsın',
  signingOut: 'Oturum kapatılıyor…',
  signedOutTitle: 'Oturumunuz kapatıldı',
  signedOut: 'Bu sayfayı kapatabilirsiniz.',
  runsOn: 'Counterfoil ile çalışır',
}

const byLanguage: Record<Language, Texts> = { en: english, tr: turkish }

export const textsIn = (language: Language): Texts => byLanguage[language]
