import { expect, test } from 'vitest'
import { colourOfKind, kindOfName, reachedByOfName, turkishNameOf } from './stages.rules.ts'

test.each([
  ['Lost', 'negative'],
  ['Disqualified', 'negative'],
  ['Abandoned', 'neutral'],
  ['Suspended', 'neutral'],
  ['Won', 'positive'],
  ['GoLive', 'positive'],
  ['Go live', 'positive'],
  ['Converted', 'positive'],
  ['Qualified', 'ongoing'],
  ['Kazanıldı', 'positive'],
  ['KAZANILDI', 'positive'],
  ['kazanıldı ', 'positive'],
  ['Kaybedildi', 'negative'],
  ['KAYBEDİLDİ', 'negative'],
  ['Askıya alındı', 'neutral'],
  ['ASKIYA ALINDI', 'neutral'],
  ['Teklif gönderildi', 'ongoing'],
])('a new stage %s is %s [colours.pipeline-last-stage]', (name, colour) => {
  expect(colourOfKind(kindOfName(name))).toBe(colour)
})

test.each([
  ['Proposal sent', 'proposal_sent'],
  ['TEKLİF GÖNDERİLDİ', 'proposal_sent'],
  ['Won', 'agreement_accepted'],
  ['Kazanıldı', 'agreement_accepted'],
  ['Sözleşme imzalandı', 'agreement_accepted'],
  ['Talks', null],
])('a new stage %s is reached by %s', (name, by) => {
  expect(reachedByOfName(name)).toBe(by)
})

test('without a Turkish name the name stands for it, until there is one', () => {
  expect(turkishNameOf('New', undefined)).toBe('New')
  expect(turkishNameOf('Newer', { name: 'New', nameTr: 'New' })).toBe('Newer')
  expect(turkishNameOf('Newer', { name: 'New', nameTr: 'Yeni' })).toBe('Yeni')
})
