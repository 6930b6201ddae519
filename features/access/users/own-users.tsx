import { UserList } from './user-list.tsx'

export default function OwnUsers() {
  return <UserList kind="own" />
}
