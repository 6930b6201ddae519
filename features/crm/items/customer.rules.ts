type Values = Readonly<Record<string, unknown>>

const ofLead = [
  'country',
  'industryType',
  'contactName',
  'email',
  'phone',
  'website',
  'description',
]

/** What a new customer's form begins with: what is known of the item and the lead that it came from. */
export function customerFrom(item: Values, lead: Values | undefined): Record<string, string> {
  const known = {
    ...Object.fromEntries(ofLead.map((name) => [name, lead?.[name]])),
    legalBusinessName: lead?.company ?? item.name,
    homeCurrency: item.currency ?? lead?.currency,
    merchantStatus: 'In boarding',
    processingStatus: 'SandboxEnabled',
  }
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )
}
