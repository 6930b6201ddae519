// What the demo's people asked for help with. Days are counted back from now, hours within the story.
import type { Category, Priority } from '@counterfoil/features/support/tickets/terms.schema.ts'

export type TicketStep =
  | {
      readonly by: string
      readonly afterH: number
      readonly says: string
      readonly internally?: true
    }
  | { readonly by: string; readonly afterH: number; readonly assigns: string }
  | { readonly by: string; readonly afterH: number; readonly does: 'close' | 'open' }
  | {
      readonly by: string
      readonly afterH: number
      readonly escalates: { readonly subject: string; readonly description: string }
      /** What happens on the platform's ticket. */
      readonly atPlatform: readonly TicketStep[]
    }

export interface PlannedTicket {
  readonly by: string
  readonly daysAgo: number
  readonly category: Category
  readonly priority: Priority
  readonly subject: string
  readonly description: string
  /** Names the merchant's last payment before it. */
  readonly namesPayment?: true
  readonly steps: readonly TicketStep[]
}

const operator = 'operator@northwind.example'
const agent = 'agent@northwind.example'
const hannah = 'merchant@harbour.example'
const callum = 'cashier@harbour.example'
const quinn = 'merchant@quayside.example'
const istanbul = 'operator@bosphorus.example'
const galata = 'merchant@galata.example'
const platform = 'platform@counterfoil.example'

export const ticketPlan: readonly PlannedTicket[] = [
  {
    by: hannah,
    daysAgo: 58,
    category: 'Integration',
    priority: 'Low',
    subject: 'Which address do webhooks come from?',
    description:
      'Our firewall asks for the addresses that webhooks are sent from. Is there a list of them?',
    steps: [
      { by: operator, afterH: 3, assigns: agent },
      {
        by: agent,
        afterH: 5,
        says: 'There is no fixed list. Please check the signature of each webhook instead; the documentation shows how.',
      },
      { by: hannah, afterH: 22, says: 'That works, thank you.' },
      { by: agent, afterH: 23, does: 'close' },
    ],
  },
  {
    by: galata,
    daysAgo: 44,
    category: 'Operational',
    priority: 'Medium',
    subject: 'Yeni kullanıcı eklemek istiyoruz',
    description:
      'Muhasebe ekibimizden iki kişi için yalnızca raporları görebilecek hesap açmak istiyoruz. Hangi rol uygundur?',
    steps: [
      {
        by: istanbul,
        afterH: 2,
        says: 'Ayarlarda yeni bir rol oluşturup yalnızca rapor yetkilerini verebilirsiniz.',
      },
      { by: galata, afterH: 4, says: 'Oldu, teşekkürler.' },
      { by: galata, afterH: 5, does: 'close' },
    ],
  },
  {
    by: callum,
    daysAgo: 31,
    category: 'Processing',
    priority: 'High',
    subject: 'A customer says that a refund has not arrived',
    description:
      'We refunded the order two weeks ago. The customer’s bank sees nothing so far. Can you find the acquirer’s reference for them?',
    namesPayment: true,
    steps: [
      { by: agent, afterH: 1, assigns: agent },
      {
        by: agent,
        afterH: 1.2,
        says: 'The refund is in our books, but the acquirer has given no reference yet.',
        internally: true,
      },
      { by: agent, afterH: 1.5, says: 'Thank you, we are asking the acquirer.' },
      {
        by: operator,
        afterH: 3,
        escalates: {
          subject: 'Reference of a refund is missing at Sandbox Alpha',
          description:
            'A refund of two weeks ago has no acquirer reference, and the cardholder’s bank does not find it. Please ask the acquirer for the ARN.',
        },
        atPlatform: [
          { by: platform, afterH: 1, assigns: platform },
          {
            by: platform,
            afterH: 1.5,
            says: 'Their file of that day was late; waiting for the second one.',
            internally: true,
          },
          {
            by: platform,
            afterH: 20,
            says: 'The acquirer sent the reference today: 74537604221442. It was in the late file.',
          },
          { by: platform, afterH: 21, does: 'close' },
        ],
      },
      {
        by: agent,
        afterH: 26,
        says: 'Here it is: 74537604221442. With this reference the bank finds the refund.',
      },
      { by: callum, afterH: 48, says: 'The customer has it. Thank you!' },
      { by: callum, afterH: 48.1, does: 'close' },
    ],
  },
  {
    by: quinn,
    daysAgo: 21,
    category: 'Clarification',
    priority: 'Medium',
    subject: 'When can we take live payments?',
    description: 'Our tests are done. What is missing until we can switch to Live?',
    steps: [
      {
        by: operator,
        afterH: 6,
        says: 'Your review is nearly done. Please upload the proof of address that is still missing.',
      },
      { by: quinn, afterH: 30, says: 'It is uploaded now.' },
    ],
  },
  {
    by: istanbul,
    daysAgo: 17,
    category: 'Operational',
    priority: 'Medium',
    subject: 'Settlement file of Sandbox Beta',
    description:
      'The settlement file of Sandbox Beta came twice on Tuesday. Which of the two counts?',
    steps: [
      {
        by: platform,
        afterH: 4,
        says: 'The second one. The first was withdrawn by the acquirer at 06:10.',
      },
      { by: istanbul, afterH: 6, does: 'close' },
    ],
  },
  {
    by: hannah,
    daysAgo: 9,
    category: 'Processing',
    priority: 'Medium',
    subject: 'More declines than usual',
    description:
      'Since last week more cards are declined with “do not honour”, mostly in the evening. Is something wrong on your side?',
    namesPayment: true,
    steps: [
      { by: operator, afterH: 2, assigns: agent },
      {
        by: agent,
        afterH: 4,
        says: 'We see it too. Do the declined customers come from one country?',
      },
      { by: hannah, afterH: 27, says: 'Mostly from Ireland.' },
      {
        by: agent,
        afterH: 28,
        says: 'Irish issuers ask for 3-D Secure more often since this month. Worth a note to the other merchants?',
        internally: true,
      },
      {
        by: agent,
        afterH: 29,
        says: 'Irish banks ask for confirmation by the cardholder more often now. We suggest to ask for 3-D Secure for Irish cards.',
      },
    ],
  },
  {
    by: galata,
    daysAgo: 6,
    category: 'Processing',
    priority: 'High',
    subject: 'Mükerrer çekim',
    description:
      'Bir müşterimiz aynı siparişin iki kez çekildiğini söylüyor. Kontrol edebilir misiniz?',
    namesPayment: true,
    steps: [
      {
        by: istanbul,
        afterH: 0.5,
        says: 'Hemen bakıyoruz. Sipariş numarasını paylaşabilir misiniz?',
      },
    ],
  },
  {
    by: operator,
    daysAgo: 4,
    category: 'Integration',
    priority: 'Low',
    subject: 'A test account for a new developer',
    description:
      'We would like a second test merchant for a developer who joins us next month. Can you set one up?',
    steps: [{ by: platform, afterH: 5, says: 'Gladly. Which currencies does it need?' }],
  },
  {
    by: callum,
    daysAgo: 2,
    category: 'Other',
    priority: 'Low',
    subject: 'Receipt with our new address',
    description: 'We moved next door. How do we change the address on receipts?',
    steps: [],
  },
  {
    by: hannah,
    daysAgo: 0.4,
    category: 'Processing',
    priority: 'High',
    subject: 'A payment is pending since this morning',
    description:
      'The customer was charged, but the payment still says pending and we do not know whether to ship.',
    namesPayment: true,
    steps: [],
  },
]
