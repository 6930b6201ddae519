import type { Width } from '@counterfoil/features/dashboards/widgets/layout.rules.ts'
import type {
  Widget,
  WidgetConfiguration,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { defaultSizeOf } from '@counterfoil/features/dashboards/widgets/widget-sizes.rules.ts'
import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import { useCall, useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './board.module.css'
import { type GalleryCategory, listGallery, readBoardData } from './boards.contract.ts'
import { editorTexts } from './editor.messages.ts'
import { useBoardAnswers } from './use-board-answers.tsx'
import { WidgetTile } from './widget-tile.tsx'

interface GalleryProps {
  readonly isOpen: boolean
  onClose(): void
  onAdd(widget: Widget, size: { width: Width; height: number }): void
}

/** All widgets that the user is given, each with its figures, by category. */
export function GalleryDrawer({ isOpen, onClose, onAdd }: GalleryProps) {
  const t = useTexts(editorTexts)
  const translate = useTranslate()
  const timeZone = useTimeZone()
  const gallery = useCall(listGallery, {}, { enabled: isOpen, staleMs: 60_000 })
  const [wanted, setWanted] = useState('')
  const all = gallery.data?.data ?? []
  const categories = useFound(all, wanted)
  const widgetIds = all.flatMap(({ widgets }) => widgets.map(({ widgetId }) => widgetId))
  const figures = useCall(
    readBoardData,
    { query: { widgetIds: widgetIds.join(','), timeZone } },
    { enabled: isOpen && widgetIds.length > 0, quiet: true, staleMs: 60_000 },
  )
  const { mode } = useClient()
  const answers = useBoardAnswers(figures.data, figures.error, { of: mode, places: widgetIds })
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={t.gallery}>
      {gallery.data === undefined && <LoadingLines lines={6} />}
      {all.length > 0 && (
        <SearchField value={wanted} placeholder={t.findWidget} onSearch={setWanted} />
      )}
      {gallery.data !== undefined && categories.length === 0 && (
        <p role="status">{all.length === 0 ? t.noGallery : t.noneFound}</p>
      )}
      {categories.map(({ categoryId, name, widgets }) => (
        <section key={categoryId} aria-label={translate(name)}>
          <h3 className={classes.heading}>{translate(name)}</h3>
          {widgets.map((widget) => (
            <div key={widget.widgetId} className={classes.preview}>
              <WidgetTile
                placed={{
                  ...{ id: widget.widgetId, widgetId: widget.widgetId, title: null, filters: {} },
                  ...{ width: 12, height: 1, widget, fault: widget.fault },
                }}
                answer={answers.get(widget.widgetId)}
                actions={
                  <Button
                    size="compact-xs"
                    leftSection={<IconPlus size={14} aria-hidden />}
                    aria-label={t.addOne({ title: translate(widget.title) })}
                    onClick={() => onAdd(widget, defaultSizeOf(widget))}
                  >
                    {t.addThis}
                  </Button>
                }
              />
            </div>
          ))}
        </section>
      ))}
    </SideDrawer>
  )
}

/** Of all widgets those whose title, words to find them by or category has a text. */
function useFound(all: readonly GalleryCategory[], wanted: string): readonly GalleryCategory[] {
  const translate = useTranslate()
  const key = foldText(wanted.trim())
  const isFound = (text: string) => foldText(text).includes(key)
  const isWidgetFound = ({ title, configuration }: Widget) =>
    isFound(translate(title)) ||
    isFound((configuration as Partial<WidgetConfiguration> | null)?.description ?? '')
  return all
    .map((one) =>
      isFound(translate(one.name)) ? one : { ...one, widgets: one.widgets.filter(isWidgetFound) },
    )
    .filter(({ widgets }) => widgets.length > 0)
}
