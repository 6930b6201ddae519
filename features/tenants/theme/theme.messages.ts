import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const themeTexts = msg({
  title: 'Tenant settings',
  about: 'How the portal and the sign-in pages look for you and your merchants.',
  colours: 'Colours',
  logo: 'Logo',
  layoutName: 'Layout',
  layoutHint: 'For everybody who has chosen none of their own.',
  sidebarBackgroundColor: 'Sidebar',
  headerBackgroundColor: 'Header',
  mainBackgroundColor: 'Page',
  primaryColor: 'Primary colour',
  buttonsLinkColor: 'Buttons and links',
  textColor: 'Text',
  preview:
    'The whole portal shows your choice while you make it. Nobody else sees it before you save.',
  signIn: 'Sign-in page',
  signInButton: 'Sign in',
  'text-on-main': 'Text on the page',
  'text-on-header': 'Text on the header',
  'links-on-main': 'Links on the page',
  hardToRead: '{what}: hard to read (contrast {ratio} : 1, at least 4.5 is needed)',
  shownReadably: 'Pages use a darker or lighter shade so that text stays readable.',
  logoHint: 'PNG, JPEG or GIF, up to 512 KB',
  noLogo: 'No logo: the name’s initial is shown',
  removeLogo: 'Remove the logo',
  save: 'Save',
  undo: 'Undo changes',
  defaults: "The product's colours",
  saved: 'Saved. Everybody sees it from now on.',
})
