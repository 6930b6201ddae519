import '@mantine/core/styles/Text.layer.css'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { systemVariables, type VariableCode } from '@counterfoil/kit/contract/system-variables.ts'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Text } from '@mantine/core'

const declared = (row: ResourceRow) => systemVariables[row.id as VariableCode]

function Name({ row }: { row: ResourceRow }) {
  const translate = useTranslate()
  return <>{declared(row) === undefined ? String(row.name) : translate(declared(row).name)}</>
}

function Effect({ row }: { row: ResourceRow }) {
  const translate = useTranslate()
  if (declared(row) === undefined) return null
  return (
    <Text size="sm" c="dimmed">
      {translate(declared(row).effect)}
    </Text>
  )
}

export const parts: ResourceParts = {
  cells: { name: (row) => <Name row={row} /> },
  below: (row) => row !== undefined && <Effect row={row} />,
}
