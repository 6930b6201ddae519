import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { PlacedWidget } from './boards.contract.ts'
import { partTexts } from './editor.messages.ts'

const DetailDialog = lazy(() => import('./detail-dialog.tsx'))

/** The way to the same figures of other days; the dialog, with its calendar, comes when it is opened first. */
export default function OtherDays({ placed, title }: { placed: PlacedWidget; title: string }) {
  const t = useTexts(partTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        {t.details}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DetailDialog placed={placed} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
