import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { multiline, text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const snippets = resource({
  id: 'support-snippets',
  one: msg('Saved reply'),
  many: msg('Saved replies'),
  about: msg(
    'Texts that your support team sends often. In a ticket they are inserted by typing / and their name.',
  ),
  path: '/support/snippets',
  screen: { path: '/crm/settings/support-snippets', order: 105, icon: 'IconMessage2' },
  // who answers tickets keeps what is answered, as with labels
  permission: 'CRM.Support.Lookup',
  table: 'support_snippet',
  owner: 'tenant',
  isSetting: false,
  fields: {
    name: text(msg('Name'), { max: 60, hint: msg('What is typed behind the /') }),
    body: multiline(msg('Text'), {
      max: 4000,
      hint: msg(
        'Filled in when it is inserted: [ticket] is the ticket’s code, [merchant] the merchant, [person] who wrote the ticket, [agent] you',
      ),
    }),
  },
  columns: ['name', 'body', 'updatedAt'],
  sort: 'name',
  search: ['name', 'body'],
  unique: [['name']],
  example: { body: 'Hello [person], we look into [ticket].' },
})
