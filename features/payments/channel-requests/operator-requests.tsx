import { operatorRequests } from './channel-requests.contract.ts'
import { RequestList } from './request-list.tsx'

export default function OperatorRequests() {
  return <RequestList calls={operatorRequests} />
}
