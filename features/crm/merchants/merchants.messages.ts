import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const merchantTexts = messages({
  payments: ['Payments', 'Ödemeler'],
  account: ['Account', 'Hesap'],
  registration: ['Registration and address', 'Sicil ve adres'],
  contact: ['Contact', 'İletişim'],
  mids: ['MIDs', 'MID’ler'],
  noMids: ['No MIDs: its payments have nowhere to go', 'MID yok: ödemeleri gönderilecek yer yok'],
  all: ['All', 'Tümü'],
})
