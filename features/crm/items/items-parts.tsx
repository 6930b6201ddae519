import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useLocation } from 'react-router'
import { StagePill } from './stage-pill.tsx'
import { Views } from './views.tsx'

function ListViews() {
  const { pathname } = useLocation()
  return <Views path={pathname} current="list" />
}

export const parts: ResourceParts = {
  cells: { stageId: (row) => <StagePill row={row} /> },
  actions: ListViews,
}
