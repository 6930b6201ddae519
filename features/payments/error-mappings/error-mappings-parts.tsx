import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { ResourceForm } from '@counterfoil/kit/web/resource/resource-form.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { EarlierVersions } from './earlier-versions.tsx'
import { listUnmappedCodes, type UnmappedCode } from './error-mappings.contract.ts'
import { unmappedTexts } from './error-mappings.messages.ts'
import { errorMappings } from './error-mappings.resource.ts'

export const parts: ResourceParts = {
  actions: UnmappedCodes,
  after: (row) => <EarlierVersions row={row} />,
}

/** How many codes nothing maps; they are listed, and mapped, in a drawer. */
function UnmappedCodes() {
  const t = useTexts(unmappedTexts)
  const [isOpen, setOpen] = useState(false)
  const codes = useCall(listUnmappedCodes, {}, { quiet: true })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t.unmapped({ count: codes.data?.length ?? 0 })}
      </Button>
      {isOpen && (
        <SideDrawer isOpen onClose={() => setOpen(false)} title={t.title}>
          {codes.data !== undefined ? (
            <CodeList codes={codes.data} />
          ) : codes.error !== null ? (
            <ErrorState problem={codes.error} onRetry={() => void codes.refetch()} />
          ) : (
            <LoadingLines lines={4} />
          )}
        </SideDrawer>
      )}
    </>
  )
}

function CodeList({ codes }: { codes: readonly UnmappedCode[] }) {
  const t = useTexts(unmappedTexts)
  const { serviceProviders } = useUserContext()
  const mayEdit = useMayEdit(errorMappings)
  const [mapped, setMapped] = useState<UnmappedCode>()
  if (mapped !== undefined) {
    return (
      <ResourceForm
        of={errorMappings}
        row={undefined}
        partOf={{ id: mapped.tenantId, tenantId: mapped.tenantId }}
        filledIn={{ provider: mapped.provider, rawCode: mapped.rawCode }}
        onDone={() => setMapped(undefined)}
      />
    )
  }
  if (codes.length === 0) return <p>{t.nothing}</p>
  const nameOf = (code: string) => serviceProviders.find(({ id }) => id === code)?.name ?? code
  return (
    <>
      <p>{t.about}</p>
      <div className={table.frame}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t.code}</th>
              <th scope="col">{t.words}</th>
              <th scope="col">{t.count}</th>
              {mayEdit && <th scope="col">{t.map}</th>}
            </tr>
          </thead>
          <tbody>
            {codes.map((one) => (
              <tr key={`${one.tenantId} ${one.provider} ${one.rawCode}`}>
                <td>
                  <code>{one.rawCode}</code>
                  <br />
                  {nameOf(one.provider)}
                </td>
                <td>{one.text}</td>
                <td>
                  {one.count}
                  <br />
                  <DateTime value={one.lastAt} />
                </td>
                {mayEdit && (
                  <td>
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={t.mapOne({ code: one.rawCode })}
                      onClick={() => setMapped(one)}
                    >
                      {t.map}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
