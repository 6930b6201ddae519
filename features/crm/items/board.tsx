import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { byItself } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { CardBoard } from '@counterfoil/kit/web/lists/card-board.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import classes from './board.module.css'
import { itemTexts } from './item-pages.messages.ts'
import type { BoardColumn, Card, TravelStage } from './items.contract.ts'
import { type BoardAnswer, useMoves } from './use-moves.tsx'

/** The items of a pipeline by stage, with the expected amounts. */
export function Board({ of, board }: { of: Resource; board: BoardAnswer }) {
  const t = useTexts(itemTexts)
  const translate = useTranslate()
  const { shown, moveTo } = useMoves(board)
  const mayMove = useMay(...of.permissions.edit)
  const path = of.screen?.path ?? ''
  const columns = shown.flatMap((column) => {
    const stage = board.pipeline.stages.find(({ id }) => id === column.stageId)
    if (stage === undefined) return []
    const hidden = column.count - column.cards.length
    const all = `${path}?pipelineId=${board.pipeline.id}&stageId=${stage.id}`
    return [
      {
        ...{
          id: stage.id,
          name: translate({ en: stage.name, tr: stage.nameTr }),
          cards: column.cards,
        },
        isShut: !stage.isActive,
        head: <Head column={column} stage={stage} />,
        foot: hidden > 0 && (
          <Anchor component={Link} size="sm" to={all}>
            {t.more({ count: hidden })}
          </Anchor>
        ),
      },
    ]
  })
  return (
    <CardBoard<Card>
      columns={columns}
      onMove={mayMove ? (card, stageId) => void moveTo(card, stageId) : undefined}
      title={(card) => (
        <Anchor component={Link} to={`${path}/${card.id}`} size="sm">
          {card.name}
        </Anchor>
      )}
      render={(card) => <CardFacts card={card} />}
      empty={t.empty}
    />
  )
}

function Head({ column, stage }: { column: BoardColumn; stage: TravelStage }) {
  const t = useTexts(itemTexts)
  const translate = useTranslate()
  return (
    <header className={classes.head}>
      <h2>
        <StatusPill
          status={stage.colour}
          map={byItself}
          label={translate({ en: stage.name, tr: stage.nameTr })}
        />
      </h2>
      <span className={classes.meta}>
        {t.count({ count: column.count })} · {stage.probability}%
      </span>
      {column.sums.map(({ currency, amountMinor, weightedMinor }) => (
        <span key={currency} className={classes.sum}>
          <Money amount={amountMinor} currency={currency} />
          <span className={classes.meta}>
            {t.expected} <Money amount={weightedMinor} currency={currency} />
          </span>
        </span>
      ))}
    </header>
  )
}

function CardFacts({ card }: { card: Card }) {
  const t = useTexts(itemTexts)
  const { party, currency, amountMinor, ownerName, expectedClose } = card
  const day = expectedClose?.split('-').reverse().join('/')
  const last = [ownerName, day === undefined ? null : t.due({ day })].filter((one) => one !== null)
  return (
    <>
      {party !== null && <span>{party}</span>}
      {currency !== null && amountMinor !== null && (
        <Money amount={amountMinor} currency={currency} />
      )}
      <span className={classes.meta}>{last.join(' · ')}</span>
    </>
  )
}
