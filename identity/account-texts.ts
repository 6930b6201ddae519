// Sentences of the pages around a sign-in: second step, invitation, forgotten password.
import { bilingual } from './bilingual.ts'

export const codeTexts = bilingual({
  title: ['Confirm that it is you', 'Siz olduğunuzu doğrulayın'],
  lead: [
    'Enter the six digits that your authenticator app shows now.',
    'Kimlik doğrulama uygulamanızın şu anda gösterdiği altı rakamı girin.',
  ],
  leadRecovery: [
    'Enter one of the recovery codes that you kept. Each works once.',
    'Sakladığınız kurtarma kodlarından birini girin. Her biri bir kez geçerlidir.',
  ],
  code: ['Code', 'Kod'],
  recoveryCode: ['Recovery code', 'Kurtarma kodu'],
  missing: ['Enter the code', 'Kodu girin'],
  wrong: [
    (tries: number, minutes: number) =>
      `This code is wrong or was used before. After ${tries} wrong tries an account is locked for ${minutes} minutes.`,
    (tries: number, minutes: number) =>
      `Bu kod yanlış ya da daha önce kullanıldı. ${tries} yanlış denemeden sonra hesap ${minutes} dakika kilitlenir.`,
  ],
  useRecovery: ['Use a recovery code instead', 'Bunun yerine kurtarma kodu kullan'],
  useApp: ['Use the authenticator app instead', 'Bunun yerine uygulamayı kullan'],
  otherAccount: ['Sign in with another account', 'Başka bir hesapla oturum aç'],
})

export const passwordTexts = bilingual({
  newPassword: ['New password', 'Yeni parola'],
  repeat: ['New password again', 'Yeni parola, tekrar'],
  choose: ['Password', 'Parola'],
  chooseAgain: ['Password again', 'Parola, tekrar'],
  hint: [
    (least: number) =>
      `At least ${least} characters. A few words that only you would put together do well.`,
    (least: number) =>
      `En az ${least} karakter. Yalnızca sizin bir araya getireceğiniz birkaç kelime iyi bir seçimdir.`,
  ],
  tooShort: [
    (least: number, most: number) => `Choose a password of ${least} to ${most} characters`,
    (least: number, most: number) => `${least} ile ${most} karakter arasında bir parola seçin`,
  ],
  published: [
    'This password is published: choose another one',
    'Bu parola herkese açık: başka bir parola seçin',
  ],
  differs: ['The two passwords differ', 'İki parola birbirinden farklı'],
})

export const registerTexts = bilingual({
  title: ['Set up your account', 'Hesabınızı oluşturun'],
  lead: [
    (name: string) => `You have been invited to ${name}. Choose a password, and you are in.`,
    (name: string) => `${name} sizi davet etti. Bir parola seçin, hesabınız hazır.`,
  ],
  errorTitle: ['Your account could not be set up yet', 'Hesabınız henüz oluşturulamadı'],
  firstName: ['First name', 'Ad'],
  lastName: ['Last name', 'Soyad'],
  nameMissing: ['Enter your name', 'Adınızı girin'],
  timeZone: ['Time zone', 'Saat dilimi'],
  tenantsZone: ['As my organisation', 'Kuruluşumunki gibi'],
  confirmed: ['Confirmed by this invitation', 'Bu davetle doğrulandı'],
  submit: ['Create account', 'Hesabı oluştur'],
  busy: ['Creating…', 'Oluşturuluyor…'],
  doneTitle: ['Your account is ready', 'Hesabınız hazır'],
  done: [
    (email: string) => `Sign in with ${email} and the password that you have just chosen.`,
    (email: string) => `${email} adresi ve az önce seçtiğiniz parolayla oturum açın.`,
  ],
  goneTitle: ['This invitation is no longer valid', 'Bu davet artık geçerli değil'],
  gone: [
    'It was used already, replaced by a newer one, or is too old. Ask whoever invited you to send another.',
    'Davet kullanılmış, yenisiyle değiştirilmiş ya da süresi dolmuş. Sizi davet edenden yenisini isteyin.',
  ],
})

export const resetTexts = bilingual({
  askTitle: ['Forgot your password?', 'Parolanızı mı unuttunuz?'],
  askLead: [
    'Enter your e-mail address. If an account belongs to it, you will get a link to set a new password.',
    'E-posta adresinizi girin. Bu adrese ait bir hesap varsa yeni parola belirlemek için bir bağlantı alırsınız.',
  ],
  askSubmit: ['Send the link', 'Bağlantıyı gönder'],
  askErrorTitle: ['The link could not be sent', 'Bağlantı gönderilemedi'],
  sending: ['Sending…', 'Gönderiliyor…'],
  sentTitle: ['Look into your mailbox', 'Posta kutunuza bakın'],
  sent: [
    (minutes: number) =>
      `If an account belongs to this address, a link is on its way. It works once, within ${minutes} minutes. Nothing there? Look among junk mail, then ask again.`,
    (minutes: number) =>
      `Bu adrese ait bir hesap varsa bağlantı yola çıktı. Bir kez ve ${minutes} dakika içinde kullanılabilir. Gelmediyse istenmeyen postalara bakın, sonra yeniden isteyin.`,
  ],
  demoOutbox: [
    'This is the demo: mail does not leave it. It is in the demo’s outbox.',
    'Bu bir demo: postalar dışarı gönderilmez. Demonun giden kutusunda durur.',
  ],
  openOutbox: ['Open the outbox', 'Giden kutusunu aç'],
  backToSignIn: ['Back to sign-in', 'Oturum açmaya dön'],
  setTitle: ['Choose a new password', 'Yeni bir parola seçin'],
  setLead: [
    (email: string) => `For ${email}. Wherever this account is signed in, it will be signed out.`,
    (email: string) => `${email} için. Bu hesabın açık olan bütün oturumları kapatılacak.`,
  ],
  setSubmit: ['Set password', 'Parolayı belirle'],
  setErrorTitle: ['The password was not changed', 'Parola değiştirilmedi'],
  setting: ['Setting…', 'Belirleniyor…'],
  doneTitle: ['Your password is changed', 'Parolanız değişti'],
  done: ['Sign in with the new one.', 'Yenisiyle oturum açın.'],
  goneTitle: ['This link is no longer valid', 'Bu bağlantı artık geçerli değil'],
  gone: [
    'It was used already, or is too old. Ask for another one.',
    'Bağlantı kullanılmış ya da süresi dolmuş. Yenisini isteyin.',
  ],
  askAgain: ['Ask for another link', 'Yeni bağlantı iste'],
})
