import '@counterfoil/kit/web/theme/input-styles.ts'
import { ProblemNote } from '@counterfoil/kit/web/dialog.tsx'
import { messages, useTexts } from '@counterfoil/kit/web/i18n.tsx'
import type { CallProblem } from '@counterfoil/kit/web/problem.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { DraftOffer } from './draft.tsx'
import classes from './form.module.css'

const texts = messages({
  required: ['This field is required', 'Bu alan zorunludur'],
  invalid: ['This value is not valid', 'Bu değer geçerli değil'],
})

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/**
 * A form over a schema of a contract. Import the schema by its name: the browser's endpoints carry none.
 * `In` is what is typed, `Out` what the schema makes of it and the API takes.
 */
export function useSchemaForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaults: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> {
  const t = useTexts(texts)
  // What the schema says itself goes first; these are for what it leaves unsaid.
  const error = (issue: { input?: unknown }) => (isEmpty(issue.input) ? t.required : t.invalid)
  return useForm<In, unknown, Out>({
    resolver: zodResolver(schema, { error }),
    defaultValues: defaults,
    mode: 'onTouched',
  })
}

/** The form around its fields. What the server refuses is shown at the field that it names, the rest below. */
export function Form<In extends FieldValues, Out>(props: {
  /** For a submit button outside, in a dialog's footer: `<Button type="submit" form={id}>`. */
  id?: string
  form: UseFormReturn<In, unknown, Out>
  onSubmit(values: Out): unknown
  problem?: CallProblem | null
  children: ReactNode
}) {
  const { form, problem } = props
  const element = useFocusInDialog()
  useEffect(() => {
    for (const { path, message } of problem?.errors ?? []) {
      const name = path?.replace(/^body\./, '')
      if (name && name in form.getValues()) form.setError(name as Path<In>, { message })
    }
  }, [problem, form])
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        id={props.id}
        className={classes.form}
        noValidate
        onSubmit={form.handleSubmit((values) => props.onSubmit(values))}
      >
        <FormDraft form={form} />
        {props.children}
        <ProblemNote problem={problem} />
      </form>
    </FormProvider>
  )
}

const fields =
  'input:not([type=hidden], :disabled), textarea:not(:disabled), [contenteditable=true]'

/** In a dialog the work begins at the first field, not at the button that closes it. What opens a list is left closed. */
function useFocusInDialog() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const dialog = form.current?.closest('[role=dialog]')
    const first = form.current?.querySelector<HTMLElement>(fields)
    if (!dialog || !first || dialog.querySelector('[data-autofocus]')) return
    if (first.matches('[aria-haspopup]')) return
    // what the dialog's own trap looks for when it opens; a form that is loaded later takes the focus itself
    first.setAttribute('data-autofocus', '')
    const active = document.activeElement
    if (active === document.body || dialog.contains(active)) first.focus({ preventScroll: true })
  }, [])
  return form
}

/** What was typed survives an enforced sign-out. Forms are told apart by the fields that they have. */
function FormDraft<In extends FieldValues, Out>({
  form,
}: {
  form: UseFormReturn<In, unknown, Out>
}) {
  const { isDirty, defaultValues } = form.formState
  return (
    <DraftOffer
      name={Object.keys(defaultValues ?? {})
        .sort()
        .join(' ')}
      read={() => (isDirty ? form.getValues() : undefined)}
      restore={(values) => {
        for (const [name, value] of Object.entries(values)) {
          form.setValue(name as Path<In>, value as never, { shouldDirty: true })
        }
      }}
    />
  )
}
