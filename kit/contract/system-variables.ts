import type { BothLanguages } from './resource-field.ts'

export type VariableUnit = 'seconds' | 'hours' | 'days' | 'payments'

interface Declared {
  readonly name: BothLanguages
  /** What it does, and from when on. */
  readonly effect: BothLanguages
  readonly unit: VariableUnit
  readonly usual: number
  readonly least: number
  readonly most: number
}

/** What the platform's operators may tune, by the code that it is stored under. Whoever reads one names it here. */
export const systemVariables = {
  velocity_window: {
    name: ['Card velocity: window', 'Kart sıklığı: süre'],
    effect: [
      'Payments with one card are counted over this time. From the next payment on.',
      'Bir kartla yapılan ödemeler bu süre içinde sayılır. Bir sonraki ödemeden itibaren.',
    ],
    unit: 'seconds',
    usual: 60,
    least: 10,
    most: 3_600,
  },
  velocity_counted: {
    name: ['Card velocity: counted at most', 'Kart sıklığı: en çok sayılan'],
    effect: [
      'Counting one card’s payments stops here; no rule’s limit should be higher. From the next payment on.',
      'Bir kartın ödemeleri en çok bu kadar sayılır; hiçbir kuralın sınırı daha yüksek olmamalıdır. Bir sonraki ödemeden itibaren.',
    ],
    unit: 'payments',
    usual: 1_000,
    least: 10,
    most: 10_000,
  },
  card_restriction: {
    name: ['Card restriction', 'Kart kısıtlaması'],
    effect: [
      'A card that was blocked for paying too often stays so for this long. For cards blocked from now on.',
      'Çok sık ödeme yaptığı için engellenen kart bu süre engelli kalır. Bundan sonra engellenen kartlar için.',
    ],
    unit: 'hours',
    usual: 24,
    least: 1,
    most: 720,
  },
  dispute_answer: {
    name: ['Disputes: time to answer', 'İtirazlar: yanıt süresi'],
    effect: [
      'A dispute that nobody answers in this time is lost. For disputes opened from now on.',
      'Bu süre içinde yanıtlanmayan itiraz kaybedilir. Bundan sonra açılan itirazlar için.',
    ],
    unit: 'days',
    usual: 14,
    least: 1,
    most: 60,
  },
  party_invitation: {
    name: ['Invitations to tickets', 'Taleplere davetler'],
    effect: [
      'The link that outsiders are mailed opens a ticket for this long. For invitations sent from now on.',
      'Dışarıdan kişilere gönderilen bağlantı talebi bu süre açar. Bundan sonra gönderilen davetler için.',
    ],
    unit: 'days',
    usual: 30,
    least: 1,
    most: 90,
  },
  unclaimed_file: {
    name: ['Files that nobody attached', 'Hiçbir yere eklenmeyen dosyalar'],
    effect: [
      'An uploaded file that was attached to nothing is removed after this time. From the next clean-up on.',
      'Hiçbir yere eklenmeyen yüklenmiş dosya bu süre sonunda silinir. Bir sonraki temizlikten itibaren.',
    ],
    unit: 'days',
    usual: 7,
    least: 1,
    most: 90,
  },
} as const satisfies Record<string, Declared>

export type VariableCode = keyof typeof systemVariables
export type Variables = Readonly<Record<VariableCode, number>>
export const variableCodes = Object.keys(systemVariables) as VariableCode[]
