import type { FeatureName } from '@counterfoil/kit/contract/features.ts'
import { messages, type Text } from '@counterfoil/kit/web/texts/i18n.tsx'

export const featureTexts = messages({
  turnOff: ['Switch off', 'Kapat'],
  turnOffTitle: [
    (name: string) => `Switch off “${name}”?`,
    (name: string) => `“${name}” kapatılsın mı?`,
  ],
})

/** What stops within seconds for the tenant and its merchants. */
export const whatStops: Readonly<Record<FeatureName, Text>> = {
  virtualTerminal: [
    'Nobody of the tenant or its merchants can take payments at the virtual terminal.',
    'Kiracının ve üye iş yerlerinin kullanıcıları sanal terminalden ödeme alamaz.',
  ],
  disputes: [
    'Disputes are neither seen nor answered. Their deadlines run on.',
    'İtirazlar görülemez ve yanıtlanamaz. Süreleri işlemeye devam eder.',
  ],
  payouts: [
    'Nobody of the tenant or its merchants can order payouts.',
    'Kiracının ve üye iş yerlerinin kullanıcıları para gönderimi başlatamaz.',
  ],
  support: [
    'Support tickets are neither raised nor answered by the tenant and its merchants.',
    'Kiracı ve üye iş yerleri destek talebi açamaz ve yanıtlayamaz.',
  ],
  reports: [
    'The tenant and its merchants can open no reports.',
    'Kiracı ve üye iş yerleri rapor açamaz.',
  ],
  antifraud: [
    'Payments are no longer screened: rules, blacklists and whitelists stop nothing.',
    'Ödemeler artık denetlenmez: kurallar, kara listeler ve beyaz listeler hiçbir şeyi durdurmaz.',
  ],
  developer: [
    'Calls with API keys of the tenant and its merchants are refused, so their shops take no payments, and webhooks are not sent.',
    'Kiracının ve üye iş yerlerinin API anahtarlarıyla yapılan çağrılar reddedilir, mağazaları ödeme alamaz ve webhook gönderilmez.',
  ],
  crm: [
    'Tasks, leads, contacts, opportunities, products, projects, e-mails and price books are closed. Nothing of them is lost.',
    'Görevler, adaylar, kişiler, fırsatlar, ürünler, projeler, e-postalar ve fiyat listeleri kapanır. Hiçbiri silinmez.',
  ],
  scheduler: [
    'The tenant no longer sees or changes its scheduled tasks.',
    'Kiracı zamanlanmış görevlerini artık göremez ve değiştiremez.',
  ],
  branding: [
    'The tenant can no longer change its colours, layout and logo.',
    'Kiracı renklerini, düzenini ve logosunu artık değiştiremez.',
  ],
  aiScoping: [
    'No language model is asked: scopes of tickets are written by hand.',
    'Dil modeline sorulmaz: taleplerin kapsamı elle yazılır.',
  ],
}
