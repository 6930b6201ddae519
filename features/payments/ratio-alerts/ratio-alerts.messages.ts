import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const ratioAlertTexts = messages({
  crossings: ['When it was crossed', 'Eşik aşımları'],
  none: ['It was not crossed yet', 'Henüz aşılmadı'],
  crossedAt: ['Crossed', 'Aşıldı'],
  share: ['Share', 'Oran'],
  recoveredAt: ['Recovered', 'Düzeldi'],
  still: ['Not yet', 'Henüz değil'],
  shareOf: [
    (counted: number, of: number) => `${counted} of ${of}`,
    (counted: number, of: number) => `${of} ödemenin ${counted} tanesi`,
  ],
})
