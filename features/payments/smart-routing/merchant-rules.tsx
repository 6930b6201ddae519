import { RoutingPage } from './routing-page.tsx'

/** A merchant's own rules, with everything that its operator opened to it. */
export default function MerchantRules() {
  return <RoutingPage face="v2" />
}
