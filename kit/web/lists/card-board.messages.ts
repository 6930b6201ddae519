import { messages } from '../texts/i18n.tsx'

export const boardTexts = messages({
  move: [(name: string) => `Move ${name}`, (name: string) => `${name}: taşı`],
  back: [
    (name: string, stage: string) => `Move ${name} back to ${stage}`,
    (name: string, stage: string) => `${name}: ${stage} aşamasına geri taşı`,
  ],
  on: [
    (name: string, stage: string) => `Move ${name} on to ${stage}`,
    (name: string, stage: string) => `${name}: ${stage} aşamasına ilerlet`,
  ],
  instructions: [
    'To move a card, press Space, then the left or right arrow key, and Space again to leave it there. Escape puts it back.',
    'Bir kartı taşımak için boşluk tuşuna, sonra sol veya sağ ok tuşuna ve bırakmak için yeniden boşluk tuşuna basın. Escape geri koyar.',
  ],
  lifted: [(name: string) => `${name} was picked up`, (name: string) => `${name} alındı`],
  over: [
    (name: string, stage: string) => `${name} is at ${stage}`,
    (name: string, stage: string) => `${name} şimdi ${stage} aşamasında`,
  ],
  dropped: [
    (name: string, stage: string) => `${name} was left at ${stage}`,
    (name: string, stage: string) => `${name} ${stage} aşamasına bırakıldı`,
  ],
  cancelled: [(name: string) => `${name} was put back`, (name: string) => `${name} geri kondu`],
})
