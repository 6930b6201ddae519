/** The spellings of a feature's name that its files need. */
export interface FeatureNames {
  /** `payments` */
  readonly area: string
  /** `payment-links` */
  readonly feature: string
  /** `paymentLinks`, `PaymentLinks`, `Payment links` */
  readonly many: string
  readonly Many: string
  readonly title: string
  /** `payment-link`, `paymentLink`, `payment_link`, `payment link` */
  readonly one: string
  readonly single: string
  readonly table: string
  readonly words: string
  readonly permission: string
}

export function namesOf(path: string, permission: string): FeatureNames {
  const [area = '', feature = '', ...rest] = path.split('/')
  const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
  if (!kebab.test(area) || !kebab.test(feature) || rest.length > 0) {
    throw new Error('A feature is named like payments/payment-links: its area and itself')
  }
  const one = singular(feature)
  const many = camel(feature)
  const title = feature.replaceAll('-', ' ')
  return {
    area,
    feature,
    many,
    Many: upperFirst(many),
    title: upperFirst(title),
    one,
    single: camel(one),
    table: one.replaceAll('-', '_'),
    words: one.replaceAll('-', ' '),
    permission,
  }
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name
}

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
