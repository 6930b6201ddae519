import { RoutingPage } from './routing-page.tsx'

/** The rules of a merchant that the operator chooses. */
export default function OperatorRules() {
  return <RoutingPage face="operator" />
}
