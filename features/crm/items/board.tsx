import { formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { byItself } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { CardBoard } from '@counterfoil/kit/web/lists/card-board.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import classes from './board.module.css'
import type { ItemKindCalls } from './item-kinds.tsx'
import { itemTexts } from './item-pages.messages.ts'
import type { BoardColumn, Card, TravelStage } from './items.contract.ts'
import { stageMark } from './items.rules.ts'
import { type BoardAnswer, useMoves } from './use-moves.tsx'
import { useWinning } from './use-winning.tsx'

/** The items of a pipeline by stage, with the expected amounts. */
export function Board({ kind, board }: { kind: ItemKindCalls; board: BoardAnswer }) {
  const { of } = kind
  const t = useTexts(itemTexts)
  const translate = useTranslate()
  const { shown, moveTo } = useMoves(board)
  const winning = useWinning(kind)
  const { stages } = board.pipeline
  const mayMove = useMay(...of.permissions.edit)
  const path = of.screen?.path ?? ''
  const columns = shown.flatMap((column) => {
    const stage = stages.find(({ id }) => id === column.stageId)
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
  const move = (card: Card, stageId: string) => {
    const stage = stages.find(({ id }) => id === stageId)
    if (!winning.asksFirst(card, stage)) void moveTo(card, stageId)
  }
  const stageOf = (card: Card) => shown.find(({ cards }) => cards.includes(card))?.stageId ?? ''
  return (
    <>
      <CardBoard<Card>
        columns={columns}
        onMove={mayMove ? move : undefined}
        title={(card) => (
          <Anchor component={Link} to={`${path}/${card.id}`} size="sm">
            {card.name}
          </Anchor>
        )}
        render={(card) => <CardFacts card={card} stageId={stageOf(card)} stages={stages} />}
        empty={t.empty}
      />
      {winning.drawer}
    </>
  )
}

function Head({ column, stage }: { column: BoardColumn; stage: TravelStage }) {
  const t = useTexts(itemTexts)
  const translate = useTranslate()
  const { locale } = useLanguage()
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
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
        {t.count({ count: column.count })} · {percent.format(stage.probability / 100)}
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

function CardFacts(props: { card: Card; stageId: string; stages: readonly TravelStage[] }) {
  const t = useTexts(itemTexts)
  const translate = useTranslate()
  const { card, stageId, stages } = props
  const at = { stageId, reachedStageIds: card.reachedStageIds }
  const skipped = stages.filter(
    (stage) => stage.isActive && stageMark(stages, at, stage) === 'skipped',
  )
  const { party, currency, amountMinor, ownerName, expectedClose } = card
  const day = expectedClose === null ? undefined : formatDay(expectedClose)
  const last = [ownerName, day === undefined ? null : t.due({ day })].filter((one) => one !== null)
  return (
    <>
      {party !== null && <span>{party}</span>}
      {currency !== null && amountMinor !== null && (
        <Money amount={amountMinor} currency={currency} />
      )}
      <span className={classes.meta}>{last.join(' · ')}</span>
      {skipped.length > 0 && (
        <span className={classes.skipped}>
          {t.skippedStages({
            stages: skipped
              .map(({ name, nameTr }) => translate({ en: name, tr: nameTr }))
              .join(', '),
          })}
        </span>
      )}
    </>
  )
}
