import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const providerTexts = msg({
  connection: 'At the provider',
  connectionAbout:
    'Register a web application there, with the code flow and this redirect address.',
  redirectUri: 'Redirect address',
  secret: 'Client secret',
  secretAbout:
    'Stored encrypted; nobody can see it again. Without one the provider must take the client as a public one.',
  newSecret: 'New client secret',
  setSecret: 'Set secret',
  removeSecret: 'Remove secret',
  removeSecretTitle: 'Remove the client secret?',
  removeSecretText:
    'If the provider asks for it, people cannot sign in there until another one is set.',
  secretSaved: 'Client secret saved',
  secretIsSet: 'A client secret is set.',
  secretExpired: 'The client secret has expired. Get a new one from the provider.',
  secretExpires:
    'The client secret expires {days, plural, =0 {today} one {tomorrow} other {in # days}}. Get a new one from the provider.',
  domains: 'E-mail domains',
  domainsAbout:
    'People with an address of a proven domain sign in at the provider. A domain belongs to one organisation; a DNS record proves it.',
  domain: 'Domain',
  addDomain: 'Add domain',
  example: 'example.com',
  publish: 'Publish this text record in the DNS of {domain}, then check.',
  recordName: 'Name',
  recordValue: 'Value',
  check: 'Check',
  checkOf: 'Check {domain}',
  proven: 'Proven',
  unproven: 'Not proven yet',
  remove: 'Remove',
  removeOf: 'Remove {domain}',
  removeTitle: 'Remove {domain}?',
  removeText: 'People with an address of this domain are no longer sent to the provider.',
  test: 'Test',
  testAbout:
    'A window opens in which you sign in at the provider. Nobody is signed in here and nothing is saved.',
  start: 'Start the test',
  blocked: 'Your browser did not open the window. Allow windows for this page and start again.',
  waiting: 'Waiting for the sign-in in the window…',
  passed: 'The settings passed the test.',
  failed: 'The test failed at this step:',
  steps: 'Steps of the test',
  'step-discovery': 'The provider describes itself',
  'step-keys': 'Its keys',
  'step-sign-in': 'The sign-in came back',
  'step-token': 'The id token is genuine; its subject',
  'step-claims': 'The e-mail address',
  good: 'Good',
  bad: 'Failed',
  no_email: 'No e-mail address came. Look at the claims below and name the one that has it.',
  unverified_email:
    'The provider does not say that it verified the address. If nobody there can choose somebody else’s address, let addresses always count.',
  claims: 'Claims that came',
  wouldBe: 'This person',
  'would-existing': 'would sign in to the account that is here',
  'would-made': 'would get an account',
  'would-no_email': 'would be refused: there is no e-mail address',
  'would-unverified_email': 'would be refused: the address is not verified',
  'would-foreign_domain': 'would be refused: the domain of the address is not proven here',
  'would-unknown': 'would be refused: there is no account here',
  'would-other_subject':
    'would be refused: the address belonged to another account at the provider before',
  'would-no_role': 'would be refused: none of their groups gives a role',
  'would-inactive': 'would be refused: the account here is deactivated',
  effect: 'In effect',
  on: 'People of the proven domains sign in at this provider.',
  onOld:
    'In effect are the settings from before your last change. Test the new ones and put them into effect.',
  off: 'No sign-ins go to this provider yet.',
  needsTest: 'First the settings must pass the test.',
  needsDomain: 'Prove a domain first.',
  putOn: 'Put into effect',
  putOnNow: 'Put the new settings into effect',
  done: 'The settings are in effect',
  switchOff: 'Switch off',
  switchOffTitle: 'Switch off {name}?',
  switchOffText:
    'People of its domains sign in by password again. Those without one can ask for one with “Forgot your password?”.',
  local: 'Sign-in by password',
  localAbout:
    'Of the whole organisation. When it is closed, operators sign in only at a provider that is in effect, and so do merchants’ users with an address of a proven domain. Links to set a password do nothing then. Two administrators keep their passwords, for the day on which the provider fails.',
  localOpen: 'Everybody who has a password may sign in with it.',
  localClosed: 'Closed. These two still sign in by password: {names}',
  localNeedsEffect: 'It can be closed once this provider is in effect.',
  localNeedsTwo:
    'It can be closed once there are two administrators without limits, who then keep their passwords.',
  keptFirst: 'First account that keeps its password',
  keptSecond: 'Second account that keeps its password',
  closeLocal: 'Close sign-in by password',
  openLocal: 'Open sign-in by password again',
  demoProof:
    'In the demo, names that stand in no DNS, such as those ending in .example, are taken as published: press Check.',
  unavailable:
    'Everybody here signs in at one provider for the whole installation. Organisations are set up there.',
  groups: 'Roles by groups',
})
