import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** The rules, as the whitelist names them too. */
export const ruleNames = msg({
  card_velocity: 'A card pays too often',
  email_velocity: 'An e-mail address pays too often',
  ip_velocity: 'An IP address pays too often',
  device_velocity: 'A device pays too often',
  iin_velocity: 'Cards of one issuer pay too often',
  cards_per_email: 'Many cards of one e-mail address',
  cards_per_ip: 'Many cards of one IP address',
  cards_per_device: 'Many cards of one device',
  amount_ceiling: 'Amount above a ceiling',
  blocked_country: 'Customer or card from a country',
})
