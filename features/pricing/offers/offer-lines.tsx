import { AmountField, ChoiceField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { PercentageField } from '@counterfoil/kit/web/form/number-fields.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ActionIcon, Button, Input } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { nextItems, type OfferFormValues } from './offer-form.rules.ts'
import { maxFeesPerProduct, maxProducts } from './offers.contract.ts'
import { offerTexts } from './offers.messages.ts'
import classes from './offers.module.css'

/** The products of a draft with their fees. */
export function OfferLines() {
  const t = useTexts(offerTexts)
  const { formState, getValues } = useFormContext<OfferFormValues>()
  const { fields, append, remove } = useFieldArray<OfferFormValues, 'entries'>({ name: 'entries' })
  const { entries } = formState.errors
  return (
    <fieldset className={classes.part}>
      <legend>{t.products}</legend>
      {fields.map((field, at) => (
        <Product key={field.id} at={at} onRemove={() => remove(at)} />
      ))}
      {(entries?.message ?? entries?.root?.message) !== undefined && (
        <Input.Error role="alert">{entries?.message ?? entries?.root?.message}</Input.Error>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={fields.length >= maxProducts}
        onClick={() =>
          append({ productName: '', items: nextItems(getValues('entries').at(-1)?.items) })
        }
      >
        {t.addProduct}
      </Button>
    </fieldset>
  )
}

function Product({ at, onRemove }: { at: number; onRemove(): void }) {
  const t = useTexts(offerTexts)
  const name = `entries.${at}.items` as const
  const { fields, append, remove } = useFieldArray<OfferFormValues, typeof name>({ name })
  return (
    <fieldset className={classes.product} aria-label={`${t.product} ${at + 1}`}>
      <div className={classes.named}>
        <TextField name={`entries.${at}.productName`} label={t.product} kind="text" isRequired />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${t.removeProduct} ${at + 1}`}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
      {fields.map((field, place) => (
        <Fee
          key={field.id}
          name={`${name}.${place}`}
          number={place + 1}
          onRemove={() => remove(place)}
        />
      ))}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={fields.length >= maxFeesPerProduct}
        onClick={() => append({ feeTypeName: '', unit: 'percentage' })}
      >
        {t.addFee}
      </Button>
    </fieldset>
  )
}

function Fee(props: { name: string; number: number; onRemove(): void }) {
  const t = useTexts(offerTexts)
  const { name } = props
  const { watch } = useFormContext()
  const isShare = watch(`${name}.unit`) === 'percentage'
  const currency = String(watch('currency'))
  return (
    <div className={classes.fee}>
      <TextField name={`${name}.feeTypeName`} label={t.feeType} kind="text" isRequired />
      <ChoiceField
        name={`${name}.unit`}
        label={t.unit}
        choices={[
          { value: 'percentage', label: t.percentage },
          { value: 'amount', label: t.amount },
        ]}
      />
      {isShare ? (
        <PercentageField name={`${name}.percentage`} label={t.value} isRequired has100 />
      ) : (
        <AmountField name={`${name}.amount`} label={t.value} currency={currency} isRequired />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${t.removeFee} ${props.number}`}
        onClick={props.onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
