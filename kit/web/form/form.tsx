import '@counterfoil/kit/web/theme/input-styles.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Path,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
  useFormContext,
} from 'react-hook-form'
import type { z } from 'zod'
import type { CallProblem } from '../calls/problem.ts'
import { ProblemNote } from '../overlays/dialog.tsx'
import { useViewAs } from '../session/user.tsx'
import { DraftOffer } from './draft.tsx'
import type { Sending } from './draft-store.ts'
import classes from './form.module.css'
import { useIssueTexts } from './issue-texts.ts'

/**
 * A form over a schema of a contract. Import the schema by its name: the browser's endpoints carry none.
 * `In` is what is typed, `Out` what the schema makes of it and the API takes.
 */
export function useSchemaForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaults: DefaultValues<In>,
  /** With lists of fields `onBlur`: what was just added is not wrong before anything is typed in it. */
  mode: 'onTouched' | 'onBlur' = 'onTouched',
): UseFormReturn<In, unknown, Out> {
  // what the schema says itself goes first
  const error = useIssueTexts()
  const [faults] = useState<TypedFaults>(() => new Map())
  const ofSchema = zodResolver(schema, { error })
  const resolver: Resolver<In, unknown, Out> = async (values, context, options) => {
    const read = await ofSchema(values, context, options)
    if (faults.size === 0) return read
    const errors: FieldErrors<In> = { ...(read.errors as FieldErrors<In>) }
    for (const [name, message] of faults) set(errors, name, { type: 'typed', message })
    return { values: {}, errors }
  }
  return useForm<In, unknown, Out>({ resolver, context: faults, defaultValues: defaults, mode })
}

/** What is wrong with what is typed in fields, by their names. */
type TypedFaults = Map<string, string>

/**
 * Holds the form back while what is typed in a field is no value. The field's value is none then, and where that means
 * something, as of an amount that may be left out, the form would send something else than what stands in it.
 */
export function useTypedFault(name: string, fault: string | undefined): void {
  const faults = useFormContext().control._options.context as TypedFaults | undefined
  useEffect(() => {
    if (fault === undefined) return
    faults?.set(name, fault)
    return () => void faults?.delete(name)
  }, [faults, name, fault])
}

/** The form around its fields. What the server refuses is shown at the field that it names, the rest below. */
export function Form<In extends FieldValues, Out>(props: {
  /** For a submit button outside, in a dialog's footer: `<Button type="submit" form={id}>`. */
  id?: string
  form: UseFormReturn<In, unknown, Out>
  onSubmit(values: Out): unknown
  problem?: CallProblem | null
  /** What the form is about, where several of the same fields can be open on a page. */
  about?: string | undefined
  /** Set before the form goes, where it was taken or given up otherwise than by sending it. */
  settled?: RefObject<boolean>
  /** Of a page: what is left in it unsaved is offered there again. */
  keepsLeft?: boolean
  children: ReactNode
}) {
  const { form, problem } = props
  // whoever looks through another user's eyes sees what stands in it
  const isRefused = useViewAs() !== undefined
  const element = useFocusInDialog()
  const once = useOnce()
  const submit = form.handleSubmit((values) => props.onSubmit(values))
  useEffect(() => {
    let isFirst = true
    for (const { path, message } of problem?.errors ?? []) {
      const name = fieldAt(form.getValues(), path)
      if (name === undefined) continue
      form.setError(name as Path<In>, { message }, { shouldFocus: isFirst })
      isFirst = false
    }
    // what is said at no field stands at the end, which a long form may not show
    if (problem && isFirst) noteIn(element.current)?.scrollIntoView({ block: 'nearest' })
  }, [problem, form, element])
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        id={props.id}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          // the second time too, which is not taken: the browser would leave the page with what was typed in its address
          event.preventDefault()
          void once.run(() => submit(event))
        }}
      >
        <FormDraft
          form={form}
          about={props.about}
          keepsLeft={props.keepsLeft}
          isTaken={() => once.isAtWork.current || props.settled?.current === true}
          sending={() =>
            once.isAtWork.current
              ? 'running'
              : problem?.isOutcomeUnknown === true
                ? 'unanswered'
                : undefined
          }
        />
        {isRefused ? (
          <fieldset disabled className={classes.refused}>
            {props.children}
          </fieldset>
        ) : (
          props.children
        )}
        {!isSaidAtFields(form, problem) && <ProblemNote problem={problem} />}
      </form>
    </FormProvider>
  )
}

const noteIn = (form: HTMLFormElement | null) => form?.querySelector(':scope > [role=alert]')

/** Whether each part of a refusal stands at a field that is there: then it is not repeated below. */
function isSaidAtFields<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  problem: CallProblem | null | undefined,
): boolean {
  const errors = problem?.errors ?? []
  return (
    errors.length > 0 &&
    errors.every(({ path }) => {
      const name = fieldAt(form.getValues(), path)
      return name !== undefined && form.control._names.mount.has(name)
    })
  )
}

/** One at a time: the second click of a double click is faster than the button is switched off. */
function useOnce() {
  const isAtWork = useRef(false)
  async function run(work: () => Promise<unknown>) {
    if (isAtWork.current) return
    isAtWork.current = true
    try {
      await work()
    } finally {
      isAtWork.current = false
    }
  }
  return { run, isAtWork }
}

/** The field that a refusal is about; of one entry of a list the list. */
function fieldAt(values: FieldValues, path = ''): string | undefined {
  const [first = ''] = path.split('.')
  if (path in values) return path
  return Array.isArray(values[first]) ? first : undefined
}

const fields =
  'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable=true]'

/** In a dialog the work begins at the first field, not at the button that closes it. What opens a list is left closed. */
function useFocusInDialog() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const dialog = form.current?.closest<HTMLElement>('[role=dialog]')
    const first = form.current?.querySelector<HTMLElement>(fields)
    if (!dialog || !first || dialog.querySelector('[data-autofocus]')) return
    if (first.matches('[aria-haspopup]')) return
    // what the dialog's own trap looks for when it opens; a form that is loaded later takes the focus itself
    first.setAttribute('data-autofocus', '')
    const active = document.activeElement
    if (active === document.body || dialog.contains(active)) first.focus({ preventScroll: true })
    // the trap looks a moment later: whoever has gone to another field by then stays there, and so does what they type
    const follow = ({ target }: FocusEvent) => {
      for (const one of dialog.querySelectorAll('[data-autofocus]')) {
        one.removeAttribute('data-autofocus')
      }
      if (target instanceof HTMLElement) target.setAttribute('data-autofocus', '')
    }
    dialog.addEventListener('focusin', follow)
    return () => dialog.removeEventListener('focusin', follow)
  }, [])
  return form
}

/** What was typed survives an enforced sign-out. Forms are told apart by the fields that they have. */
function FormDraft<In extends FieldValues, Out>({
  form,
  about = '',
  keepsLeft,
  isTaken,
  sending,
}: {
  form: UseFormReturn<In, unknown, Out>
  about?: string | undefined
  keepsLeft: boolean | undefined
  isTaken(): boolean
  sending(): Sending | undefined
}) {
  const { isDirty, defaultValues } = form.formState
  return (
    <DraftOffer
      name={[about, ...Object.keys(defaultValues ?? {}).sort()].join(' ')}
      read={() => (isDirty ? form.getValues() : undefined)}
      isTaken={isTaken}
      sending={sending}
      keepsLeft={keepsLeft}
      restore={(values) => {
        for (const [name, value] of Object.entries(values)) {
          // or a button that waits for a form without mistakes waits on; what was left empty is no mistake yet
          const shouldValidate = value !== ''
          form.setValue(name as Path<In>, value as never, { shouldDirty: true, shouldValidate })
        }
      }}
    />
  )
}
