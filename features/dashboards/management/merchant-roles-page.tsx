import { RolesPage } from './roles-page.tsx'

export default function MerchantRolesPage() {
  return <RolesPage side="merchant" />
}
