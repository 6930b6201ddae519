import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { deletePortalStoredCard } from '@counterfoil/features/payments/stored-cards/stored-cards.contract.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { maskCard } from '@counterfoil/kit/web/formats/card-number.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import classes from './payer-page.module.css'
import { type Part, Records } from './payer-records.tsx'
import type { Payer } from './payers.contract.ts'
import { payerTexts } from './payers.messages.ts'

type StoredCard = Payer['storedCards'][number]

const stateMap: StatusMap = { active: 'positive', stopped: 'negative' }

/** The cards that the payer let merchants keep, with what was agreed to; who may deletes them. */
export function StoredCards({ payer, list }: Part) {
  const t = useTexts(payerTexts)
  const { language } = useLanguage()
  const mayDelete = useMay('CRM.StoredCards.Delete', 'Merchant.StoredCards.Delete')
  const [asked, ask] = useState<StoredCard>()
  return (
    <>
      <Records
        title={t.storedCards}
        rows={payer.storedCards}
        head={[
          ...[t.card, t.expiry, t.merchant, t.status, t.storedFor, t.storedOn, t.lastUsed],
          ...(mayDelete ? [''] : []),
        ]}
        cells={(one) => {
          const state = one.stoppedBy !== null && one.state === 'active' ? 'stopped' : one.state
          const name = nameOf(one, language)
          return [
            one.paymentId === null ? (
              <span key="card">
                {name} <small>{t.verified[one.securityCode ?? 'not_checked']}</small>
              </span>
            ) : (
              <Anchor component={Link} inherit key="card" to={`${list}/${one.paymentId}`}>
                {name}
              </Anchor>
            ),
            one.expiryMonth !== null && (
              <span key="expiry" className={classes.whole}>
                {`${String(one.expiryMonth).padStart(2, '0')}/${one.expiryYear}`}
              </span>
            ),
            one.merchantName,
            <StatusPill key="state" status={state} map={stateMap} label={t.storedStates[state]} />,
            one.uses.map((use) => t.uses[use]).join(', '),
            <DateTime key="on" value={one.consentedAt} />,
            one.lastUsedAt === null ? '–' : <DateTime key="used" value={one.lastUsedAt} />,
            ...(mayDelete
              ? [
                  <Button
                    key="delete"
                    size="compact-xs"
                    variant="default"
                    color="danger"
                    aria-label={t.deleteCardOf({ card: name })}
                    onClick={() => ask(one)}
                  >
                    {t.deleteCard}
                  </Button>,
                ]
              : []),
          ]
        }}
      />
      {asked !== undefined && <DeleteCard card={asked} onClose={() => ask(undefined)} />}
    </>
  )
}

const nameOf = (card: StoredCard, language: string) =>
  `${card.brand === null ? '' : paymentLabel('brand', card.brand, language)} ${maskCard(card)}`

function DeleteCard({ card, onClose }: { card: StoredCard; onClose(): void }) {
  const t = useTexts(payerTexts)
  const { language } = useLanguage()
  const remove = useAction(deletePortalStoredCard, {
    quiet: true,
    onDone: () => {
      onClose()
      showSnackbar({ message: t.cardDeleted, tone: 'success' })
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t.deleteCardTitle({ card: nameOf(card, language).trim() })}
      text={t.deleteCardText}
      confirmLabel={t.deleteCard}
      isRunning={remove.isRunning}
      problem={remove.problem}
      onConfirm={() => void remove.run({ params: { id: card.id } })}
      onClose={onClose}
    />
  )
}
