import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { TextVariable } from '@counterfoil/kit/contract/resource-field.ts'
import { inBraces, isLinkTarget } from '@counterfoil/kit/contract/rich-text.ts'
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ComponentType, useState } from 'react'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import classes from './rich-text-field.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({
  bar: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underlined',
  heading: 'Heading',
  subheading: 'Subheading',
  bullets: 'List',
  numbers: 'Numbered list',
  quote: 'Quotation',
  link: 'Link',
  address: 'Address of the link',
  setLink: 'Set',
  noAddress: 'Begin with https:// or mailto:',
  undo: 'Undo',
  redo: 'Redo',
  variable: 'Insert a variable',
})

interface Tool {
  readonly name: Exclude<keyof typeof texts, 'bar'>
  readonly icon: ComponentType<{ size: number; 'aria-hidden': true }>
  readonly mark?: readonly [string, object?]
  do(editor: Editor): void
}

const tools: readonly Tool[] = [
  {
    name: 'bold',
    icon: IconBold,
    mark: ['bold'],
    do: (on) => void on.chain().focus().toggleBold().run(),
  },
  {
    name: 'italic',
    icon: IconItalic,
    mark: ['italic'],
    do: (on) => void on.chain().focus().toggleItalic().run(),
  },
  {
    name: 'underline',
    icon: IconUnderline,
    mark: ['underline'],
    do: (on) => void on.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'heading',
    icon: IconH2,
    mark: ['heading', { level: 2 }],
    do: (on) => void on.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'subheading',
    icon: IconH3,
    mark: ['heading', { level: 3 }],
    do: (on) => void on.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    name: 'bullets',
    icon: IconList,
    mark: ['bulletList'],
    do: (on) => void on.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'numbers',
    icon: IconListNumbers,
    mark: ['orderedList'],
    do: (on) => void on.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'quote',
    icon: IconBlockquote,
    mark: ['blockquote'],
    do: (on) => void on.chain().focus().toggleBlockquote().run(),
  },
  { name: 'undo', icon: IconArrowBackUp, do: (on) => void on.chain().focus().undo().run() },
  { name: 'redo', icon: IconArrowForwardUp, do: (on) => void on.chain().focus().redo().run() },
]

/** What can be done with the text, and the variables that it takes. */
export function RichTextBar(props: { editor: Editor; variables: readonly TextVariable[] }) {
  const t = useTexts(texts)
  const { editor } = props
  const [isLinking, setLinking] = useState(false)
  const pressed = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      marks: tools.map(({ mark }) => mark !== undefined && now.isActive(...mark)),
      link: now.isActive('link'),
    }),
  })
  return (
    <div className={classes.bar} role="toolbar" aria-label={t.bar}>
      {tools.map(({ name, icon: Icon, mark, do: run }, at) => (
        <ActionIcon
          key={name}
          size="md"
          variant={pressed.marks[at] === true ? 'light' : 'subtle'}
          color="gray"
          aria-label={t[name]}
          title={t[name]}
          {...(mark === undefined ? {} : { 'aria-pressed': pressed.marks[at] === true })}
          onClick={() => run(editor)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
      <ActionIcon
        size="md"
        variant={pressed.link ? 'light' : 'subtle'}
        color="gray"
        aria-label={t.link}
        title={t.link}
        aria-pressed={pressed.link}
        aria-expanded={isLinking}
        onClick={() => {
          if (pressed.link) editor.chain().focus().extendMarkRange('link').unsetLink().run()
          else setLinking(!isLinking)
        }}
      >
        <IconLink size={16} aria-hidden />
      </ActionIcon>
      <VariableChoice {...props} />
      {isLinking && <LinkLine {...props} onDone={() => setLinking(false)} />}
    </div>
  )
}

function VariableChoice(props: { editor: Editor; variables: readonly TextVariable[] }) {
  const t = useTexts(texts)
  const translate = useTranslate()
  if (props.variables.length === 0) return null
  return (
    <NativeSelect
      size="xs"
      className={classes.variables}
      aria-label={t.variable}
      value=""
      data={[
        { value: '', label: t.variable },
        ...props.variables.map(({ name, label }) => ({ value: name, label: translate(label) })),
      ]}
      onChange={({ currentTarget }) =>
        currentTarget.value !== '' &&
        props.editor.chain().focus().insertContent(inBraces(currentTarget.value)).run()
      }
    />
  )
}

/** Where the chosen words lead to; without chosen words the address itself is written. */
function LinkLine(props: { editor: Editor; variables: readonly TextVariable[]; onDone(): void }) {
  const t = useTexts(texts)
  const variable = props.variables.find(({ kind }) => kind === 'address')
  const [address, setAddress] = useState(
    variable === undefined ? 'https://' : inBraces(variable.name),
  )
  const [isWrong, setWrong] = useState(false)
  function set() {
    const href = address.trim()
    setWrong(!isLinkTarget(href))
    if (!isLinkTarget(href)) return
    const chain = props.editor.chain().focus()
    if (props.editor.state.selection.empty) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
    } else chain.setLink({ href })
    chain.run()
    props.onDone()
  }
  return (
    <div className={classes.link}>
      <TextInput
        size="xs"
        aria-label={t.address}
        value={address}
        error={isWrong && t.noAddress}
        onChange={(event) => setAddress(event.currentTarget.value)}
        // Escape leaves the address; what the editor stands in stays open
        data-mantine-stop-propagation
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onDone()
          if (event.key !== 'Enter') return
          event.preventDefault()
          set()
        }}
      />
      <Button size="xs" variant="default" onClick={set}>
        {t.setLink}
      </Button>
    </div>
  )
}
