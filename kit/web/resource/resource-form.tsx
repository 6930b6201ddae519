import type { Endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { isAsked } from '@counterfoil/kit/contract/resource-field.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { NativeSelect } from '@mantine/core'
import { Fragment, type ReactNode, useMemo, useRef, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { useAction, useClient } from '../calls/use-call.ts'
import { changedByThemAlone, isAlike } from '../form/stale-note.tsx'
import { showSnackbar } from '../overlays/snackbar.tsx'
import { Facts } from '../page/page.tsx'
import { useUserContext } from '../session/user.tsx'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import { LimitNote } from './limit-note.tsx'
import { resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'
import { FieldValue } from './resource-cells.tsx'
import { ResourceField } from './resource-field.tsx'
import { FormButtons, useRights } from './resource-form-buttons.tsx'
import { RowVersions } from './row-versions.tsx'
import {
  type FormValues,
  none,
  typedFields,
  typedOf,
  typedSchema,
  valuesOf,
} from './typed-values.ts'

export interface Making {
  readonly call: Endpoint<{ readonly id: string }, object, Values, ResourceRow>
  readonly params: { readonly id: string }
  readonly more: Values
  readonly tenantId: string | null
  /** What the button says instead of Save. */
  readonly label: string
}
type Values = Readonly<Record<string, unknown>>

export interface ResourceFormProps {
  readonly of: Resource
  /** Undefined for a new one. */
  readonly row: ResourceRow | undefined
  /** Of a part of another record: which, and whose that is; it is not asked. */
  readonly partOf?: { readonly id: string; readonly tenantId: string | null } | undefined
  /** Of a new one: what is known by where it is made; it is not asked. */
  readonly preset?: Readonly<Record<string, string>> | undefined
  /** Of a new one: what it begins with, to be looked at and changed. */
  readonly filledIn?: Readonly<Record<string, string>> | undefined
  /** Of a new one: the call that makes it together with something else, and what it takes besides. */
  readonly making?: Making | undefined
  /** How computed fields are shown, as in the list. */
  readonly cells?: Readonly<Record<string, (row: ResourceRow) => ReactNode>> | undefined
  /** Below the fields: what a rich resource adds. */
  readonly below?:
    | ((row: ResourceRow | undefined, of: Resource, tenantId: string | undefined) => ReactNode)
    | undefined
  /** What is said of what was saved, where it has not taken effect yet; undefined: that it is saved. */
  readonly savedText?:
    | ((saved: ResourceRow, sent: Readonly<Record<string, unknown>>) => Text | undefined)
    | undefined
  /** Why the record is not deleted now; undefined: it can be. */
  readonly keptText?: ((row: ResourceRow) => Text | undefined) | undefined
  onDone(row: ResourceRow | undefined): void
}

/** Makes or changes one record; says at its field what was refused, and shows both versions when it was stale. */
export function ResourceForm(props: ResourceFormProps) {
  const { of, row, partOf, making, below, onDone } = props
  const rights = useRights(props)
  const [tenantId, setTenantId] = useTenant(props)
  const { form, names } = useTypedForm(props)
  const settled = useRef(false)
  const leave = (left: ResourceRow | undefined) => {
    settled.current = true
    onDone(left)
  }
  const saving = useSaving(props, { form, tenantId, leave })
  const { current } = saving
  return (
    <Form
      form={form}
      about={`${of.id} ${row?.id ?? `new ${making?.params.id ?? ''}`.trim()}`}
      problem={saving.problem?.code === 'resource.stale' ? null : saving.problem}
      settled={settled}
      onSubmit={(values) => saving.save(values)}
    >
      {row === undefined && of.owner === 'tenant' && (partOf ?? making) === undefined && (
        <TenantChoice value={tenantId} onChange={setTenantId} />
      )}
      {rights.mayChange && <LimitNote of={of} row={row} />}
      {row !== undefined && <RowFacts of={of} row={row} cells={props.cells} />}
      {names.map((name) => (
        <Fragment key={name}>
          <Part of={of} name={name} />
          <ResourceField
            of={of}
            name={name}
            row={row}
            tenantId={tenantId}
            isDisabled={!rights.mayEdit}
          />
        </Fragment>
      ))}
      {below?.(row, of, tenantId)}
      {current !== undefined && (
        <RowVersions
          of={of}
          mine={form.getValues()}
          current={current}
          onKeepMine={form.handleSubmit((values) => saving.save(values, current.version))}
          onTakeTheirs={() => leave(current)}
        />
      )}
      <FormButtons {...props} rights={rights} isSaving={saving.isRunning} onLeave={leave} />
    </Form>
  )
}

/** Whose the record is, or will be: new records of platform staff are their own organisation's, unless they say whose. */
function useTenant({ of, row, partOf, making }: ResourceFormProps) {
  const { user } = useUserContext()
  return useState(
    row?.tenantId ??
      partOf?.tenantId ??
      making?.tenantId ??
      (user.audience === 'platform' && of.owner === 'tenant' ? user.tenantId : undefined),
  )
}

/** The form over what is typed, and the names of the fields that are asked. */
function useTypedForm({ of, row, partOf, preset, filledIn }: ResourceFormProps) {
  const { user } = useUserContext()
  const isNew = row === undefined
  const schema = useMemo(() => typedSchema(of, isNew), [of, isNew])
  const own = user.merchantId === null ? of.orderedIn : of.merchantField
  const form = useSchemaForm<FormValues, FormValues>(schema, {
    ...valuesOf(of, row),
    ...filledIn,
    ...preset,
    ...(own === undefined ? {} : { [own]: partOf?.id ?? row?.[own] ?? user.merchantId }),
  })
  const names = useAsked(of, form.control, isNew).filter(
    // a merchant's records are its own: it is not asked whose
    (name) => name !== own && preset?.[name] === undefined,
  )
  return { form, names }
}

interface Typed {
  readonly form: ReturnType<typeof useTypedForm>['form']
  readonly tenantId: string | undefined
  leave(saved: ResourceRow): void
}

/** Stores what is typed; of a stale record `current` is what is stored now. */
function useSaving(props: ResourceFormProps, { form, tenantId, leave }: Typed) {
  const { of, row, making, savedText } = props
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  const { client } = useClient()
  const opened = useOpened(of, row)
  const [current, setCurrent] = useState<ResourceRow>()
  const onDone = (saved: ResourceRow, { body = {} }: { readonly body?: object }) => {
    const text = savedText?.(saved, { ...body })
    showSnackbar({ message: text === undefined ? t.saved : translate(text), tone: 'success' })
    leave(saved)
  }
  /** What others changed alone is taken over; of the rest the user decides. */
  function compareWith(now: ResourceRow) {
    const { base } = opened
    const versions = { base: base.current ?? {}, mine: form.getValues(), theirs: now }
    for (const name of changedByThemAlone(Object.keys(of.fields), versions)) {
      form.setValue(name, typedOf(of, now, name))
    }
    base.current = now
    setCurrent(now)
  }
  const createCall = of.calls.create ?? of.calls.update ?? none(of)
  const create = useAction(createCall, { quiet: true, onDone })
  const make = useAction(making?.call ?? createCall, { quiet: true, onDone })
  const update = useAction(of.calls.update ?? none(of), {
    quiet: true,
    onDone,
    onProblem: (problem) => {
      if (problem.code !== 'resource.stale' || row === undefined) return
      client.send(of.calls.read, { params: { id: row.id } }).then(compareWith, () => undefined)
    },
  })
  const action = row !== undefined ? update : making === undefined ? create : make
  return {
    current,
    isRunning: action.isRunning,
    problem: action.problem,
    save(values: FormValues, version = opened.version) {
      if (row !== undefined) {
        return update.run({ params: { id: row.id }, body: { ...values, version } })
      }
      if (making !== undefined) {
        return make.run({ params: making.params, body: { ...values, ...making.more } })
      }
      return create.run({ query: tenantId === undefined ? {} : { tenantId }, body: values })
    },
  }
}

/**
 * What was opened, and its version: the list may fetch the record anew while somebody types. A newer one whose fields are
 * the same still is what was opened, as after a key beside them was replaced.
 */
function useOpened(of: Resource, row: ResourceRow | undefined) {
  const [opened] = useState(row)
  const base = useRef(row)
  if (row === undefined || opened === undefined) return { version: 1, base }
  const isSame = Object.keys(of.fields).every((name) => isAlike(opened[name], row[name]))
  return { version: isSame ? row.version : opened.version, base }
}

function Part({ of, name }: { of: Resource; name: string }) {
  const translate = useTranslate()
  const part = { ...of.fields, ...of.createOnlyFields }[name]?.part
  return part === undefined ? null : <h3 className={classes.part}>{translate(part)}</h3>
}

/** The fields that are asked, as what was chosen in others has it. */
function useAsked(of: Resource, control: Control<FormValues>, isNew: boolean): string[] {
  const fields = typedFields(of, isNew)
  const [deciding] = useState(() =>
    Object.values(fields).flatMap(({ onlyFor }) => onlyFor?.field ?? []),
  )
  const chosen = useWatch({ control, name: deciding })
  const values = Object.fromEntries(deciding.map((name, place) => [name, chosen[place]]))
  return Object.entries(fields).flatMap(([name, field]) => (isAsked(field, values) ? [name] : []))
}

function RowFacts({
  of,
  row,
  cells = {},
}: {
  of: Resource
  row: ResourceRow
  cells: ResourceFormProps['cells']
}) {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  const { user, tenants } = useUserContext()
  const isForeign = user.audience === 'platform' && of.owner === 'tenant'
  const tenant = isForeign && tenants.find(({ id }) => id === row.tenantId)
  // what has not come is not spoken of
  const facts = Object.entries(of.computedFields ?? {}).flatMap(([name, field]) =>
    row[name] === null
      ? []
      : [
          [
            translate(field.label),
            cells[name]?.(row) ?? (
              <FieldValue key={name} field={field} value={row[name]} row={row} />
            ),
          ] as const,
        ],
  )
  const all = tenant ? [[t.tenant, tenant.name] as const, ...facts] : facts
  return all.length === 0 ? null : <Facts facts={all} />
}

/** Platform staff say for whom. */
function TenantChoice(props: {
  value: string | undefined
  onChange(tenantId: string | undefined): void
}) {
  const t = useTexts(resourceTexts)
  const { user, tenants } = useUserContext()
  if (user.audience !== 'platform') return null
  return (
    <NativeSelect
      label={t.tenant}
      value={props.value ?? user.tenantId}
      data={tenants.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
