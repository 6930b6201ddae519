import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { PartLine, RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  addDomain,
  type DomainState,
  proveDomain,
  removeDomain,
} from './identity-providers.contract.ts'
import { providerTexts } from './identity-providers.messages.ts'
import { identityProviders } from './identity-providers.resource.ts'

export function EmailDomains(props: {
  id: string
  domains: readonly DomainState[]
  isDemo: boolean
}) {
  const { id, domains, isDemo } = props
  const t = useTexts(providerTexts)
  const mayEdit = useMayEdit(identityProviders)
  const [domain, setDomain] = useState('')
  const add = useAction(addDomain, { onDone: () => setDomain('') })
  return (
    <RecordPart title={t.domains} about={t.domainsAbout}>
      {domains.map((one) => (
        <Domain key={one.domain} id={id} of={one} mayEdit={mayEdit} isDemo={isDemo} />
      ))}
      {mayEdit && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (domain.trim() !== '') void add.run({ params: { id }, body: { domain } })
          }}
        >
          <PartLine>
            <TextInput
              size="xs"
              label={t.domain}
              placeholder={t.example}
              value={domain}
              maxLength={253}
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setDomain(event.currentTarget.value)}
            />
            <Button
              size="xs"
              variant="default"
              type="submit"
              loading={add.isRunning}
              disabled={domain.trim() === ''}
            >
              {t.addDomain}
            </Button>
          </PartLine>
        </form>
      )}
    </RecordPart>
  )
}

function Domain(props: { id: string; of: DomainState; mayEdit: boolean; isDemo: boolean }) {
  const { id, of, mayEdit, isDemo } = props
  const t = useTexts(providerTexts)
  const { domain } = of
  const [isRemoving, setRemoving] = useState(false)
  const prove = useAction(proveDomain)
  const remove = useAction(removeDomain, { onDone: () => setRemoving(false) })
  const isProven = of.provenAt !== null
  return (
    <div>
      <PartLine>
        <span>
          <strong>{domain}</strong>{' '}
          <StatusPill
            status={isProven ? 'Active' : 'Pending'}
            label={isProven ? t.proven : t.unproven}
          />
        </span>
        {mayEdit && !isProven && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t.checkOf({ domain })}
            loading={prove.isRunning}
            onClick={() => void prove.run({ params: { id, domain } })}
          >
            {t.check}
          </Button>
        )}
        {mayEdit && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="danger"
            aria-label={t.removeOf({ domain })}
            onClick={() => setRemoving(true)}
          >
            {t.remove}
          </Button>
        )}
      </PartLine>
      {!isProven && (
        <>
          <p>{t.publish({ domain })}</p>
          {isDemo && <p>{t.demoProof}</p>}
          <Facts
            facts={[
              [t.recordName, <CopyText key="name" name={t.recordName} text={of.recordName} />],
              [t.recordValue, <CopyText key="value" name={t.recordValue} text={of.recordValue} />],
            ]}
          />
        </>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => void remove.run({ params: { id, domain } })}
        title={t.removeTitle({ domain })}
        text={t.removeText}
        confirmLabel={t.remove}
        isDangerous
        isRunning={remove.isRunning}
      />
    </div>
  )
}
