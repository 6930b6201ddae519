import type { PersonRow } from '@counterfoil/features/access/people/people.contract.ts'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import type { StatusMap } from '@counterfoil/kit/web/status.ts'
import { StatusPill } from '@counterfoil/kit/web/status-pill.tsx'
import { userTexts } from './users.messages.ts'

const colours: StatusMap = {
  active: 'positive',
  invited: 'pending',
  locked: 'hold',
  inactive: 'neutral',
}

export function UserStatus({ status }: { status: PersonRow['status'] }) {
  const t = useTexts(userTexts)
  return <StatusPill status={status} map={colours} label={t[status]} />
}
