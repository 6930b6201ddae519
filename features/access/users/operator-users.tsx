import { UserList } from './user-list.tsx'

export default function OperatorUsers() {
  return <UserList kind="operator" />
}
