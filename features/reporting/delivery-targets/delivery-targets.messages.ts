import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const targetTexts = msg({
  secret: 'Sign-in',
  passwordAbout: 'A password, or a key pair of which the server is given the public half.',
  accessKeyAbout: 'The secret that belongs to the access key ID.',
  secretIsSet: 'A secret is set.',
  keyIsSet: 'Reports are sent with this key. Add its public half to the server’s authorised keys:',
  noSecret: 'Nothing is set yet.',
  newPassword: 'Password',
  newAccessKey: 'Secret access key',
  set: 'Set',
  remove: 'Remove',
  removeTitle: 'Remove the secret?',
  removeText: 'No report can be sent there until another one is set.',
  makeKey: 'Create a key pair',
  makeNewKey: 'Create a new key pair',
  saved: 'The secret is saved',
  removed: 'The secret is removed',
  keyMade: 'The key pair is created',
  publicKey: 'Public key',
  replaceTitle: 'Replace what is set?',
  replaceText: 'Until the server knows the new public key, reports cannot be sent there.',
  replace: 'Replace',
  test: 'Test the connection',
  testAbout: 'Signs in, writes a small file and removes it.',
  start: 'Start the test',
  passed: 'The connection works: a file was written and removed.',
  failedReach: 'The server could not be reached.',
  failedHostKey:
    'The server’s key is not the one that is entered. Compare this fingerprint with what the server’s operator names, and enter it above:',
  failedSignIn: 'The server did not let us in.',
  failedWrite: 'The file could not be written.',
  fingerprint: 'Fingerprint',
  said: 'The answer was: {detail}',
})
