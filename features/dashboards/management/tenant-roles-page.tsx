import { RolesPage } from './roles-page.tsx'

export default function TenantRolesPage() {
  return <RolesPage side="tenant" />
}
