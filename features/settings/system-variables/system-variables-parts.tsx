import '@mantine/core/styles/Text.layer.css'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { systemVariables, type VariableCode } from '@counterfoil/kit/contract/system-variables.ts'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useLanguage, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Text } from '@mantine/core'

const declared = (row: ResourceRow) => systemVariables[row.id as VariableCode]

/** With the marks of thousands: a window of 3,600 seconds, 10,000 payments. */
function Count({ value }: { value: unknown }) {
  const { locale } = useLanguage()
  return Number(value).toLocaleString(locale)
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
  cells: Object.fromEntries(
    ['value', 'defaultValue', 'lowest', 'highest'].map((name) => [
      name,
      (row: ResourceRow) => <Count value={row[name]} />,
    ]),
  ),
  below: (row) => row !== undefined && <Effect row={row} />,
}
