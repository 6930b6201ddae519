import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { opportunities, projects } from './items.resource.ts'
import classes from './items-of.module.css'
import { StagePill } from './stage-pill.tsx'

type Subject = { readonly leadId: string } | { readonly merchantId: string }

/** The opportunities and projects of a lead or a customer, on its page; nothing where there are none. */
export function ItemsOf({ subject }: { subject: Subject }) {
  return [opportunities, projects].map((of) => (
    <ItemsOfKind key={of.id} of={of} subject={subject} />
  ))
}

function ItemsOfKind({ of, subject }: { of: Resource; subject: Subject }) {
  const translate = useTranslate()
  const { data } = useCall(
    of.calls.list,
    { query: { ...subject, pageIndex: 0, pageSize: 20 } },
    { enabled: useMay(...of.permissions.view), quiet: true },
  )
  if (data === undefined || data.data.length === 0) return null
  return (
    <Section title={translate(of.many)}>
      <ul className={classes.list}>
        {data.data.map((one) => (
          <li key={one.id}>
            <Anchor component={Link} to={`${of.path}/${one.id}`} size="sm">
              {String(one.name)}
            </Anchor>
            <StagePill row={one} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
