import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import type { ItemKindCalls } from './item-kinds.tsx'
import { itemTexts } from './item-pages.messages.ts'
import { readTravel, type TravelStage } from './items.contract.ts'
import {
  isHighlighted,
  type MoveRequest,
  requestOfStage,
  stageMark,
  stageStatusOf,
  stagesFor,
} from './items.rules.ts'
import classes from './stage-bar.module.css'
import { useStageMove } from './use-stage-move.tsx'
import { useWinning } from './use-winning.tsx'

/** The stages of an item; a click on one moves the item there. Stages that close stand apart. */
export function StageBar({ kind, item }: { kind: ItemKindCalls; item: ResourceRow }) {
  const t = useTexts(itemTexts)
  const { data, error, refetch } = useCall(
    readTravel,
    { params: { id: String(item.pipelineId) } },
    { quiet: true },
  )
  if (data === undefined) {
    return (
      <Section title={t.way}>
        {error === null ? (
          <LoadingLines lines={2} />
        ) : (
          <ErrorState problem={error} onRetry={() => refetch()} />
        )}
      </Section>
    )
  }
  return (
    <Section title={t.way}>
      <Stages kind={kind} item={item} all={data.stages} />
    </Section>
  )
}

function Stages(props: { kind: ItemKindCalls; item: ResourceRow; all: readonly TravelStage[] }) {
  const { kind, item, all } = props
  const t = useTexts(itemTexts)
  const translate = useTranslate()
  const move = useStageMove()
  const winning = useWinning(kind)
  const isFixed = !useMay(...kind.of.permissions.edit) || move.isRunning
  const reached = useCall(kind.reached, { params: { id: item.id } }, { quiet: true })
  const stageId = String(item.stageId)
  const stages = stagesFor(all, stageId)
  const standing = stageStatusOf(all, stageId)
  const moveTo = (stage: TravelStage) => {
    const at = { id: item.id, merchantId: item.merchantId }
    if (!winning.asksFirst(at, stage)) go(requestOfStage(all, stageId, stage.id) ?? {})
  }
  const markOf = (stage: TravelStage) =>
    reached.data && stageMark(stages, { stageId, ...reached.data }, stage)
  const go = (body: MoveRequest) =>
    void move.run({ params: { id: item.id }, body: { version: item.version, ...body } })
  const nameOf = ({ name, nameTr }: TravelStage) => translate({ en: name, tr: nameTr })
  const markText = (stage: TravelStage) => {
    const mark = markOf(stage)
    return mark && t[mark]
  }
  const labelOf = (stage: TravelStage) =>
    [t.moveTo({ stage: nameOf(stage) }), markText(stage) ?? []].flat().join(', ')
  const onWay = stages.filter(({ kind, id }) => kind === 'open' || id === stageId)
  const ends = stages.filter(({ kind, id }) => kind !== 'open' && id !== stageId)
  return (
    <>
      <ol className={classes.bar}>
        {onWay.map((stage) => (
          <li key={stage.id} data-mark={markOf(stage)}>
            <button
              type="button"
              className={classes.stage}
              data-highlighted={isHighlighted(stages.indexOf(stage), standing) || undefined}
              data-token={stage.kind === 'open' ? undefined : stage.colour}
              {...(stage.id === stageId
                ? { 'aria-current': 'step' as const }
                : { 'aria-label': labelOf(stage) })}
              disabled={isFixed || stage.id === stageId}
              onClick={() => moveTo(stage)}
            >
              {nameOf(stage)}
              {markText(stage) !== undefined && (
                <span className={classes.mark}>{markText(stage)}</span>
              )}
            </button>
          </li>
        ))}
      </ol>
      <div className={classes.ends}>
        {standing.isClosed && (
          <Button
            size="xs"
            variant="default"
            disabled={isFixed}
            onClick={() => go({ isClosed: false })}
          >
            {t.reopen}
          </Button>
        )}
        {ends.length > 0 && <span>{t.closeAs}</span>}
        {ends.map((stage) => (
          <Button
            key={stage.id}
            size="xs"
            variant="default"
            disabled={isFixed}
            onClick={() => moveTo(stage)}
          >
            {nameOf(stage)}
          </Button>
        ))}
      </div>
      {winning.drawer}
    </>
  )
}
