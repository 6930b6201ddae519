import { UserList } from './user-list.tsx'

export default function MerchantUsers() {
  return <UserList kind="merchant" />
}
