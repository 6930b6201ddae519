import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTimeField } from '@counterfoil/kit/web/form/date-fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { z } from 'zod'
import {
  setInitialRequestTime,
  setResolutionTime,
  setResponseTime,
} from './agent-actions.contract.ts'
import type { TicketApi } from './ticket-api.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'
import type { TicketDetails } from './tickets.contract.ts'

const times = z.object({
  initialRequestDateTime: z.string().optional(),
  responseDateTime: z.string().optional(),
  resolutionDateTime: z.string().optional(),
})
type Times = z.infer<typeof times>

const minuteOf = (instant: string) => Math.floor(Date.parse(instant) / 60_000)

/** The times in their order, or durations of the analytics would be less than nothing. By the minute, as they are typed. */
const timesInOrder = (message: string) =>
  times.superRefine((typed, context) => {
    const { initialRequestDateTime: asked, responseDateTime: answered } = typed
    const refuse = (path: keyof Times, earlier: string | undefined) => {
      const later = typed[path]
      if (!earlier || !later || minuteOf(later) >= minuteOf(earlier)) return
      context.addIssue({ code: 'custom', path: [path], message })
    }
    refuse('responseDateTime', asked)
    refuse('resolutionDateTime', answered ?? asked)
  })

const toFormValues = (ticket: TicketDetails): Times => ({
  initialRequestDateTime: ticket.initialRequestDateTime ?? undefined,
  responseDateTime: ticket.responseDateTime ?? undefined,
  resolutionDateTime: ticket.resolutionDateTime ?? undefined,
})

/** When the request was made, first answered and solved; platform staff can set these times by hand. */
export function TicketTimes({ ticket, api }: { ticket: TicketDetails; api: TicketApi }) {
  const t = useTexts(ticketTexts)
  const [isOpen, setOpen] = useState(false)
  if (api.role === 'requester') return null
  const shown: [string, string | null][] = [
    [t.initialRequest, ticket.initialRequestDateTime],
    [t.response, ticket.responseDateTime],
    [t.resolution, ticket.resolutionDateTime],
  ]
  return (
    <Section
      title={t.times}
      actions={
        ticket.actions.includes('times') && (
          <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
            {t.setTimes}
          </Button>
        )
      }
    >
      <dl className={classes.facts}>
        {shown.map(([name, at]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <DateTime value={at} />
            </dd>
          </div>
        ))}
      </dl>
      {isOpen && <TimesDialog ticket={ticket} api={api} onClose={() => setOpen(false)} />}
    </Section>
  )
}

const formId = 'ticket-times'

function TimesDialog(props: { ticket: TicketDetails; api: TicketApi; onClose(): void }) {
  const t = useTexts(ticketTexts)
  const { ticket, api, onClose } = props
  const before = toFormValues(ticket)
  const form = useSchemaForm(timesInOrder(t.timesOrder), before)
  const isRefused = useRef(false)
  const quiet = {
    quiet: true,
    onProblem: () => {
      isRefused.current = true
    },
  }
  const initial = useAction(setInitialRequestTime, quiet)
  const response = useAction(setResponseTime, quiet)
  const resolution = useAction(setResolutionTime, quiet)
  const params = { tenantId: api.params.tenantId ?? '', ticketId: ticket.ticketId }

  /** Sends one call for each time that changed; a refusal keeps the dialog open. */
  async function save(values: Times) {
    isRefused.current = false
    const changed = (name: keyof Times) => values[name] !== before[name]
    const steps = [
      changed('initialRequestDateTime') &&
        initial.run({
          params,
          body: { initialRequestDateTime: values.initialRequestDateTime ?? null },
        }),
      changed('responseDateTime') &&
        response.run({ params, body: { responseDateTime: values.responseDateTime ?? null } }),
      changed('resolutionDateTime') &&
        resolution.run({ params, body: { resolutionDateTime: values.resolutionDateTime ?? null } }),
    ]
    await Promise.all(steps)
    if (!isRefused.current) onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.setTimes}
      keepsOpenOutside
      action={{
        label: t.save,
        form: formId,
        isRunning: initial.isRunning || response.isRunning || resolution.isRunning,
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={initial.problem ?? response.problem ?? resolution.problem}
        onSubmit={save}
      >
        <p className={classes.hint}>{t.timesHint}</p>
        <DateTimeField name="initialRequestDateTime" label={t.initialRequest} />
        <DateTimeField name="responseDateTime" label={t.response} />
        <DateTimeField name="resolutionDateTime" label={t.resolution} />
      </Form>
    </Dialog>
  )
}
