import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { maxPayments } from './bulk-updates.contract.ts'
import { requestTexts } from './bulk-updates.messages.ts'
import { type ChosenPayments, requestPath } from './bulk-updates.schema.ts'

/** Takes the payments that are selected in the lookup to the request of a bulk update. */
export function BulkUpdateBar(props: {
  chosen: readonly { readonly id: string; readonly tenantId: string }[]
}) {
  const t = useTexts(requestTexts)
  const navigate = useNavigate()
  const { chosen } = props
  const [tenantId, ...others] = new Set(chosen.map((one) => one.tenantId))
  if (tenantId === undefined) return null
  const payments = chosen.map(({ id }) => id)
  return (
    <>
      {others.length > 0 && <span role="status">{t.oneTenant}</span>}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconListCheck size={15} stroke={1.75} aria-hidden />}
        disabled={others.length > 0 || payments.length > maxPayments}
        onClick={() =>
          void navigate(requestPath, { state: { tenantId, payments } satisfies ChosenPayments })
        }
      >
        {t.ofChosen({ count: chosen.length })}
      </Button>
    </>
  )
}
