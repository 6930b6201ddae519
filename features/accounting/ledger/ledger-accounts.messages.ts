import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const accountTexts = messages({
  balances: ['Balances', 'Bakiyeler'],
  aboutBalances: [
    'Debits are positive, credits negative.',
    'Borç kayıtları artı, alacak kayıtları eksidir.',
  ],
  nothing: ['Nothing was posted here yet', 'Buraya henüz kayıt yapılmadı'],
  mode: ['Mode', 'Mod'],
  Test: ['Test', 'Test'],
  Live: ['Live', 'Canlı'],
  balance: ['Balance', 'Bakiye'],
})
