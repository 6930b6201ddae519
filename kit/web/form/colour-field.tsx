import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorInput.layer.css'
import { ColorInput } from '@mantine/core'
import { type FieldProps, useField } from './fields.tsx'

/** A colour, typed as `#rrggbb` or chosen; the form's value is that text. */
export function ColourField(props: FieldProps) {
  const { field, shared } = useField(props)
  return (
    <ColorInput
      {...shared}
      ref={field.ref}
      name={field.name}
      format="hex"
      withEyeDropper={false}
      fixOnBlur={false}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}
