import { logFailure } from '@counterfoil/kit/web/calls/log.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ColourField } from '@counterfoil/kit/web/form/colour-field.tsx'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { z } from 'zod'
import { labelTexts } from './label.messages.ts'
import classes from './label-manager.module.css'
import { createLabel, labelFields, type SupportLabel, updateLabel } from './labels.contract.ts'

const defaultColour = '#6495ED'

/** Creates a label, or changes an existing one. */
export function LabelForm(props: { label: SupportLabel | undefined; onDone(): void }) {
  const t = useTexts(labelTexts)
  const { label, onDone } = props
  const { value, color } = labelFields.shape
  const form = useSchemaForm(
    labelFields.extend({
      // the schema's own message is in English only
      value: z.string().refine((name) => value.safeParse(name).success, t.nameRule),
      color,
    }),
    {
      value: label?.value ?? '',
      description: label?.description ?? '',
      color: label?.color ?? defaultColour,
    },
  )
  // these failures are only logged; the form itself shows that the label was not saved
  const quiet = {
    quiet: true,
    onProblem: (problem: CallProblem) => logFailure('A label could not be saved', problem),
  }
  const create = useAction(createLabel, {
    ...quiet,
    onDone: () => {
      showSnackbar({ message: t.created, tone: 'success' })
      form.reset()
    },
  })
  const update = useAction(updateLabel, { ...quiet, onDone })
  const hasFailed = create.problem !== null || update.problem !== null
  return (
    <Form
      form={form}
      onSubmit={(body) =>
        label === undefined
          ? create.run({ body })
          : update.run({ params: { id: label.labelId }, body })
      }
    >
      <div className={classes.fields}>
        <TextField name="value" label={t.name} isRequired />
        <ColourField name="color" label={t.colour} isRequired />
      </div>
      <TextField name="description" label={t.description} />
      <div className={classes.buttons}>
        {hasFailed && (
          <span className={classes.failed} role="status">
            {t.notSaved}
          </span>
        )}
        {label !== undefined && (
          <Button variant="default" size="xs" onClick={onDone}>
            {t.cancel}
          </Button>
        )}
        <Button type="submit" size="xs" loading={create.isRunning || update.isRunning}>
          {label === undefined ? t.add : t.save}
        </Button>
      </div>
    </Form>
  )
}
