import { RoutingPage } from './routing-page.tsx'

/** The same rules as an ordered list of conditions and MIDs. */
export default function OrderedRules() {
  return <RoutingPage face="v1" />
}
