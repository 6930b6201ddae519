import { Views } from './items.screens.ts'
import '@counterfoil/kit/web/theme/input-styles.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { NativeSelect } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { Board } from './board.tsx'
import type { ItemKindCalls } from './item-kinds.tsx'
import { itemTexts } from './item-pages.messages.ts'

/** The items of one pipeline, with a column for each stage; the address names the pipeline. */
export function BoardPage({ kind }: { kind: ItemKindCalls }) {
  const t = useTexts(itemTexts)
  const translate = useTranslate()
  const [search, setSearch] = useSearchParams()
  const { of } = kind
  if (of.calls.options === undefined) throw new Error(`${of.id} has no pipeline`)
  const options = useCall(
    of.calls.options,
    { params: { field: 'pipelineId' }, query: {} },
    { quiet: true, staleMs: 30_000 },
  )
  const asked = search.get('pipelineId')
  const pipelineId = asked ?? options.data?.[0]?.id
  const path = of.screen?.path ?? ''
  return (
    <Page
      title={translate(of.many)}
      actions={
        <>
          <Views path={path} current="board" />
          {(options.data?.length ?? 0) > 0 && (
            <NativeSelect
              size="xs"
              aria-label={t.pipeline}
              value={pipelineId ?? ''}
              data={(options.data ?? []).map(({ id, name, nameTr = name }) => ({
                value: id,
                label: translate({ en: name, tr: nameTr }),
              }))}
              onChange={(event) => setSearch({ pipelineId: event.currentTarget.value })}
            />
          )}
        </>
      }
    >
      {options.error !== null && (
        <ErrorState problem={options.error} onRetry={() => options.refetch()} />
      )}
      {options.data?.length === 0 && asked === null && (
        <EmptyState title={t.noPipeline} text={t.noPipelineHint} />
      )}
      {pipelineId === undefined ? (
        options.data === undefined && options.error === null && <LoadingLines lines={6} />
      ) : (
        <PipelineBoard key={pipelineId} kind={kind} pipelineId={pipelineId} />
      )}
    </Page>
  )
}

function PipelineBoard({ kind, pipelineId }: { kind: ItemKindCalls; pipelineId: string }) {
  const { data, error, refetch } = useCall(
    kind.board,
    { query: { pipelineId } },
    { quiet: true, keepPrevious: true },
  )
  if (error !== null) return <ErrorState problem={error} onRetry={() => refetch()} />
  if (data === undefined) return <LoadingLines lines={6} />
  return <Board kind={kind} board={data} />
}
