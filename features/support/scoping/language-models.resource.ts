import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choices, optional, text, url } from '@counterfoil/kit/contract/resource-fields.ts'

export const languageModels = resource({
  id: 'language-models',
  one: ['Language model', 'Dil modeli'],
  many: ['AI scoping', 'Yapay zekâ kapsamlandırma'],
  about: [
    'Which language model reads tickets, and for what. Of several that are switched on the first by name is asked. Switch all off, and nothing is sent anywhere; without any, the installation’s own model is asked, if it has one.',
    'Talepleri hangi dil modelinin, ne için okuduğu. Açık olanlardan ada göre ilki kullanılır. Hepsi kapatılırsa hiçbir yere bir şey gönderilmez; hiç kayıt yoksa, varsa kurulumun kendi modeli kullanılır.',
  ],
  path: '/crm/settings/ai-scoping',
  screen: { path: '/crm/settings/ai-scoping', order: 100, icon: 'IconSparkles' },
  permission: 'Settings.AI.Scoping',
  table: 'language_model_setting',
  owner: 'tenant',
  fields: {
    name: text(['Name', 'Ad'], { max: 80 }),
    url: optional(
      url(['Address', 'Adres'], {
        hint: [
          'Of a service that speaks OpenAI’s chat completions, up to /chat/completions. Empty: the installation’s model',
          'OpenAI sohbet arayüzünü konuşan bir hizmetin adresi, /chat/completions hariç. Boş: kurulumun modeli',
        ],
      }),
    ),
    model: optional(
      text(['Model', 'Model'], {
        max: 120,
        hint: ['As the service calls it', 'Hizmetin verdiği ad'],
      }),
    ),
    uses: choices(
      ['Used for', 'Kullanım'],
      { ticket_scoping: ['Drafting scopes of tickets', 'Taleplerin kapsam taslağı'] },
      { hint: ['None chosen: nothing is sent', 'Seçilmezse: hiçbir şey gönderilmez'] },
    ),
  },
  computedFields: { keyHint: text(['Key ends with', 'Anahtarın sonu']) },
  columns: ['name', 'url', 'model', 'uses', 'keyHint', 'updatedAt'],
  sort: 'name',
  search: ['name', 'url', 'model'],
  unique: [['name']],
  example: { url: 'https://example.com/v1', model: 'any' },
})
