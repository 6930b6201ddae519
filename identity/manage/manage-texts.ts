import { bilingual } from '../bilingual.ts'

export const manageTexts = bilingual({
  title: ['Your account', 'Hesabınız'],
  sections: ['Parts of your account', 'Hesabınızın bölümleri'],
  profile: ['Profile', 'Profil'],
  password: ['Password', 'Parola'],
  authenticator: ['Authenticator', 'Doğrulama'],
  sessions: ['Sessions', 'Oturumlar'],
  backToPortal: ['Back to the portal', 'Portala dön'],
  notSaved: ['Nothing was changed', 'Hiçbir şey değişmedi'],
  save: ['Save', 'Kaydet'],
  saving: ['Saving…', 'Kaydediliyor…'],
  saved: ['Saved.', 'Kaydedildi.'],
  profileLead: [
    'How you are shown to the people you work with.',
    'Birlikte çalıştığınız kişilere böyle görünürsünüz.',
  ],
  emailHint: [
    'An administrator of your organisation changes it.',
    'Kuruluşunuzun bir yöneticisi değiştirir.',
  ],
  zoneHint: ['Times in the portal and in reports.', 'Portaldaki ve raporlardaki saatler.'],
  passwordLead: [
    'With a new password you stay signed in here, and are signed out everywhere else.',
    'Yeni parolayla burada oturumunuz açık kalır, başka her yerde kapatılır.',
  ],
  currentPassword: ['Current password', 'Geçerli parola'],
  wrongPassword: ['This is not your current password', 'Geçerli parolanız bu değil'],
  lockedOut: [
    (minutes: number) => `Too many wrong tries. Try again in ${minutes} minutes.`,
    (minutes: number) => `Çok fazla yanlış deneme. ${minutes} dakika sonra yeniden deneyin.`,
  ],
  changePassword: ['Change password', 'Parolayı değiştir'],
  passwordChanged: ['Your password is changed.', 'Parolanız değişti.'],
})

export const authenticatorTexts = bilingual({
  leadOff: [
    'A code from an app on your phone, besides your password, keeps others out even when they know it.',
    'Parolanızın yanında telefonunuzdaki uygulamanın kodu, parolanızı bilenleri bile dışarıda tutar.',
  ],
  leadOn: ['An authenticator app is set up.', 'Bir doğrulama uygulaması kurulu.'],
  setUp: ['Set up an authenticator app', 'Doğrulama uygulaması kur'],
  setUpAgain: ['Set up another app', 'Başka bir uygulama kur'],
  scanTitle: ['Scan and confirm', 'Tarayın ve doğrulayın'],
  scan: [
    'Scan this with your authenticator app, or type the key into it:',
    'Bunu doğrulama uygulamanızla tarayın ya da anahtarı uygulamaya yazın:',
  ],
  qr: ['QR code for the authenticator app', 'Doğrulama uygulaması için QR kodu'],
  code: ['Code that the app shows now', 'Uygulamanın şimdi gösterdiği kod'],
  wrongCode: [
    'This code does not fit. Enter the one that is shown now.',
    'Bu kod uymuyor. Şu anda gösterileni girin.',
  ],
  codeMissing: ['Enter the code that the app shows', 'Uygulamanın gösterdiği kodu girin'],
  orRecovery: [
    'A recovery code does as well. Who lost both asks an administrator to reset the app.',
    'Kurtarma kodu da olur. İkisini de kaybeden, uygulamayı bir yöneticiye sıfırlatır.',
  ],
  confirm: ['Confirm', 'Doğrula'],
  confirming: ['Confirming…', 'Doğrulanıyor…'],
  cancel: ['Cancel', 'Vazgeç'],
  codesTitle: ['Keep your recovery codes', 'Kurtarma kodlarınızı saklayın'],
  codesLead: [
    'Each of these lets you in once without the app. They are shown this one time: print them or keep them with your passwords.',
    'Her biri uygulama olmadan bir kez oturum açtırır. Yalnızca şimdi gösterilir: yazdırın ya da parolalarınızla birlikte saklayın.',
  ],
  codesKept: ['I have kept them', 'Sakladım'],
  atSignIn: ['Ask for a code at each sign-in', 'Her oturum açışta kod sor'],
  atSignInHint: [
    'Without it the app only confirms changes to users and roles.',
    'Seçilmezse uygulama yalnızca kullanıcı ve rol değişikliklerini onaylar.',
  ],
  left: [
    (count: number) => `${count} recovery codes are left.`,
    (count: number) => `${count} kurtarma kodunuz kaldı.`,
  ],
  none: ['You have no recovery codes.', 'Kurtarma kodunuz yok.'],
  newCodes: ['New recovery codes', 'Yeni kurtarma kodları'],
  removeTitle: ['Remove the app', 'Uygulamayı kaldır'],
  remove: ['Remove', 'Kaldır'],
  removed: ['The authenticator app is removed.', 'Doğrulama uygulaması kaldırıldı.'],
})

export const sessionTexts = bilingual({
  lead: ['Where you are signed in.', 'Oturumunuzun açık olduğu yerler.'],
  here: ['This browser', 'Bu tarayıcı'],
  since: [(when: string) => `Since ${when}`, (when: string) => `${when} tarihinden beri`],
  unknown: ['Unknown browser', 'Bilinmeyen tarayıcı'],
  end: ['Sign out', 'Oturumu kapat'],
  endAll: ['Sign out everywhere', 'Her yerde oturumu kapat'],
  endAllHint: [
    'Also here. Use it when something looks wrong, then change your password.',
    'Burada da. Bir şey yanlış görünüyorsa kullanın, sonra parolanızı değiştirin.',
  ],
  ended: ['Signed out there.', 'O oturum kapatıldı.'],
})
