import { opportunities } from '@counterfoil/features/crm/items/items.resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { conversion, convertLead } from './leads.contract.ts'
import { leadTexts } from './leads.messages.ts'

/** Asks for the opportunity's name and pipeline, creates it and opens it. */
export function ConvertDialog({ lead, onClose }: { lead: ResourceRow; onClose(): void }) {
  const t = useTexts(leadTexts)
  const translate = useTranslate()
  const navigate = useNavigate()
  if (opportunities.calls.options === undefined) throw new Error('Opportunities have a pipeline')
  const pipelines = useCall(opportunities.calls.options, {
    params: { field: 'pipelineId' },
    query: lead.tenantId === null ? {} : { tenantId: lead.tenantId },
  })
  const form = useSchemaForm(conversion, { name: String(lead.company), pipelineId: '' })
  const only = pipelines.data?.length === 1 ? pipelines.data[0]?.id : undefined
  useEffect(() => {
    // a single pipeline is chosen without asking
    if (only !== undefined) form.setValue('pipelineId', only)
  }, [only, form])
  const convert = useAction(convertLead, {
    quiet: true,
    onDone: ({ id }) => {
      showSnackbar({ message: t.converted, tone: 'success' })
      navigate(`/crm/opportunities/${id}`)
    },
  })
  return (
    <Dialog
      isOpen
      keepsOpenOutside
      onClose={onClose}
      title={t.convert}
      action={{ label: t.convert, form: 'convert-lead', isRunning: convert.isRunning }}
    >
      <p>{t.convertAbout}</p>
      <Form
        id="convert-lead"
        form={form}
        about={`convert ${lead.id}`}
        problem={translateProblem(convert.problem, t.alreadyConverted)}
        onSubmit={(body) => convert.run({ params: { id: lead.id }, body })}
      >
        <TextField name="name" label={t.name} kind="text" isRequired />
        <SelectField
          name="pipelineId"
          label={t.pipeline}
          isRequired
          choices={(pipelines.data ?? []).map(({ id, name, nameTr }) => ({
            value: id,
            label: translate({ en: name, tr: nameTr ?? name }),
          }))}
        />
      </Form>
    </Dialog>
  )
}

/** The server's message is in English only. */
function translateProblem(
  problem: CallProblem | null,
  alreadyConverted: string,
): CallProblem | null {
  if (problem?.code !== 'lead.converted') return problem
  const { status, code, requestId, errors } = problem
  return new CallProblem(alreadyConverted, { status, code, requestId, errors })
}
