import { merchantRequests } from './channel-requests.contract.ts'
import { RequestList } from './request-list.tsx'

export default function MerchantRequests() {
  return <RequestList calls={merchantRequests} />
}
