import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const shellTexts = msg({
  skip: 'Skip to the content',
  menu: 'Menu',
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  collapse: 'Collapse the menu',
  expand: 'Expand the menu',
  test: 'Test',
  live: 'Live',
  mode: 'Mode',
  testStrip: 'Test mode: no money moves',
  sandboxOnly: 'Live is not enabled for this merchant yet',
  search: 'Search or go to',
  everywhere: 'On every page',
  searchPage: 'Search this page, or go to another',
  leaveField: 'Leave the field',
  showKeys: 'Show the keyboard shortcuts',
  quickPanel: 'Quick panel',
  profile: 'My Profile',
  account: 'Account',
  logout: 'Logout',
  support: 'Support',
  emailSupport: 'Email support',
  times: 'Times are shown in {zone}',
  serverGone: 'No connection to the server. Trying again…',
  databaseGone: 'The server cannot reach its database. Trying again…',
  offline: 'You are offline. Changes cannot be saved.',
})
