import type { TextVariable } from '@counterfoil/kit/contract/resource-field.ts'
import { isLinkTarget } from '@counterfoil/kit/contract/rich-text.ts'
import { Input } from '@mantine/core'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef } from 'react'
import texts from '../formats/rich-text.module.css'
import { type FieldProps, useField } from './fields.tsx'
import { RichTextBar } from './rich-text-bar.tsx'
import classes from './rich-text-field.module.css'

const parts = StarterKit.configure({
  code: false,
  codeBlock: false,
  heading: { levels: [1, 2, 3] },
  // an address opens when the text is read, not while it is written
  link: { openOnClick: false, autolink: false, isAllowedUri: (address) => isLinkTarget(address) },
})

/** Formatted text, typed as it will be read. The form's value is HTML; nothing typed is an empty text. */
export function RichTextField(props: FieldProps & { variables: readonly TextVariable[] }) {
  const { field, shared } = useField(props)
  const id = useId()
  const value = typeof field.value === 'string' ? field.value : ''
  const known = useRef(value)
  const editor = useEditor({
    extensions: [parts],
    content: value,
    editable: !shared.disabled,
    // styles in the page are forbidden; they are in the style sheet
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': props.label,
        'aria-required': String(props.isRequired === true),
        'aria-describedby': `${id}-error`,
        class: `${texts.text} ${classes.content}`,
      },
    },
    onUpdate: ({ editor: typed }) => {
      known.current = typed.isEmpty ? '' : typed.getHTML()
      field.onChange(known.current)
    },
    onBlur: () => field.onBlur(),
  })
  // set from outside: an earlier version, or what was typed before a sign-out
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [value, editor])
  useEffect(() => {
    editor.setEditable(!shared.disabled, false)
  }, [shared.disabled, editor])
  // a refused form moves to its first field that is wrong
  useEffect(() => field.ref({ focus: () => editor.commands.focus() }), [editor, field.ref])
  return (
    <Input.Wrapper
      label={shared.label}
      description={shared.description}
      error={shared.error}
      withAsterisk={shared.withAsterisk}
      labelElement="div"
      errorProps={{ id: `${id}-error` }}
    >
      <div className={classes.frame} data-wrong={shared.error !== undefined || undefined}>
        {!shared.disabled && <RichTextBar editor={editor} variables={props.variables} />}
        <EditorContent editor={editor} />
      </div>
    </Input.Wrapper>
  )
}
