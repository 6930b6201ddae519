import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { UserRow } from './users.contract.ts'
import { userTexts } from './users.messages.ts'

const colours: StatusMap = {
  active: 'positive',
  invited: 'pending',
  locked: 'hold',
  inactive: 'neutral',
}

export function UserStatus({ status }: { status: UserRow['status'] }) {
  const t = useTexts(userTexts)
  return <StatusPill status={status} map={colours} label={t[status]} />
}
