import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choices, optional, text, url } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const languageModels = resource({
  id: 'language-models',
  one: msg('Language model'),
  many: msg('AI scoping'),
  about: msg(
    'Which language model reads tickets, and for what. Of several that are switched on the first by name is asked. Switch all off, and nothing is sent anywhere; without any, the installation’s own model is asked, if it has one.',
  ),
  path: '/crm/settings/ai-scoping',
  screen: { path: '/crm/settings/ai-scoping', order: 100, icon: 'IconSparkles' },
  permission: 'Settings.AI.Scoping',
  table: 'language_model_setting',
  owner: 'tenant',
  fields: {
    name: text(msg('Name'), { max: 80 }),
    url: optional(
      url(msg('Address'), {
        hint: msg(
          'Of a service that speaks OpenAI’s chat completions, up to /chat/completions. Empty: the installation’s model',
        ),
      }),
    ),
    model: optional(
      text(msg('Model'), {
        max: 120,
        hint: msg('As the service calls it'),
      }),
    ),
    uses: choices(
      msg('Used for'),
      { ticket_scoping: msg('Drafting scopes of tickets') },
      { hint: msg('None chosen: nothing is sent') },
    ),
  },
  computedFields: { keyHint: text(msg('Key ends with')) },
  columns: ['name', 'url', 'model', 'uses', 'keyHint', 'updatedAt'],
  sort: 'name',
  search: ['name', 'url', 'model'],
  unique: [['name']],
  example: { url: 'https://example.com/v1', model: 'any' },
})
