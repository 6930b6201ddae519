import '@counterfoil/kit/web/theme/overlay-styles.ts'
import { useClosedByBack } from '@counterfoil/kit/web/overlays/closed-by-back.ts'
import { useFocusBack } from '@counterfoil/kit/web/overlays/focus-back.ts'
import { menuGroupOf } from '@counterfoil/kit/web/page/screen.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Modal } from '@mantine/core'
import { IconBolt, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { screens } from '../../screens.ts'
import { findActions, parseVerb } from './actions.rules.ts'
import { paletteTexts } from './palette.messages.ts'
import classes from './palette.module.css'
import { findScreens, reachableScreens, type ScreenChoice } from './palette.rules.ts'
import { endTyped, fieldMark, useTypedAhead } from './typed-ahead.ts'
import { useActions, useVerbs } from './use-actions.ts'
import { useRecords } from './use-records.ts'

/** Goes to a screen by its name or to a record by its id, by the keyboard alone. */
export function Palette(props: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(paletteTexts)
  useFocusBack(props.isOpen)
  useClosedByBack(props.isOpen, props.onClose)
  return (
    <Modal.Root
      opened={props.isOpen}
      onClose={props.onClose}
      size={620}
      yOffset="12dvh"
      lockScroll={false}
      classNames={{ content: classes.content ?? '' }}
      transitionProps={{ transition: 'fade', duration: 90 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={t.title}>
        <Search onClose={props.onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

interface Option {
  readonly key: string
  readonly to?: string
  run?(): void
  readonly label?: string
  readonly content: ReactNode
}

interface OptionGroup {
  readonly title: string
  readonly options: readonly Option[]
}

function Search({ onClose }: { onClose(): void }) {
  const t = useTexts(paletteTexts)
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { groups, state, text, kinds } = useOptions(typed)
  useTypedAhead(setTyped)
  const options = groups.flatMap((group) => group.options)
  const active = Math.min(at, options.length - 1)
  const optionId = (place: number) => `${id}-${place}`

  function choose(option: Option | undefined) {
    if (option === undefined) return
    onClose()
    option.run?.()
    if (option.to !== undefined) navigate(option.to)
  }
  function walk(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(options[active])
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || options.length === 0) return
    event.preventDefault()
    const to = (active + step + options.length) % options.length
    setAt(to)
    document.getElementById(optionId(to))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <input
          data-autofocus
          {...{ [fieldMark]: true }}
          role="combobox"
          aria-label={t.title}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(options.length > 0 ? { 'aria-activedescendant': optionId(active) } : {})}
          placeholder={t.hint}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onFocus={endTyped}
          onKeyDown={walk}
        />
      </div>
      <Results
        id={`${id}-list`}
        groups={groups}
        active={active}
        optionId={optionId}
        onPoint={setAt}
        onChoose={choose}
      />
      <Note state={state} isEmpty={options.length === 0} text={text} kinds={kinds} />
      <Keys />
    </>
  )
}

/** Actions and screens whose name fits, then the records that the server found, with what was asked to be done with them. */
function useOptions(typed: string) {
  const t = useTexts(paletteTexts)
  const translate = useTranslate()
  const user = useUser()
  const choices = useMemo(
    () =>
      reachableScreens(screens, user).map(
        (screen): ScreenChoice => ({
          screen,
          name: translate(screen.menu?.label ?? screen.title),
          group: translate(menuGroupOf(screen, user)?.title ?? { en: '' }),
        }),
      ),
    [user, translate],
  )
  const asked = parseVerb(typed, useVerbs())
  const { state, found, text, kinds } = useRecords(asked?.text ?? typed)
  const actions = findActions(useActions(), typed).map(
    ({ id, name, to, run }): Option => ({
      key: id,
      ...(to === undefined ? {} : { to }),
      ...(run === undefined ? {} : { run }),
      content: <ActionOption name={name} />,
    }),
  )
  const pages = findScreens(choices, typed).map(
    ({ screen, name, group }): Option => ({
      key: screen.id,
      to: screen.path,
      content: <PageOption screen={screen} name={name} group={group} />,
    }),
  )
  const groups: OptionGroup[] = [
    { title: t.actions, options: actions },
    { title: t.pages, options: pages },
    ...found.map(({ search, hits }) => {
      const title = translate(search.title)
      return asked !== undefined && search.actionName !== undefined
        ? {
            title: t.withRecord({ verb: asked.verb.name, title }),
            options: hits.map((hit) => ({
              ...hit,
              key: hit.to,
              to: `${hit.to}?${search.actionName}=${asked.verb.id}`,
              label: `${asked.verb.name} ${hit.label}`,
            })),
          }
        : { title, options: hits.map((hit) => ({ key: hit.to, ...hit })) }
    }),
  ].filter(({ options }) => options.length > 0)
  return { groups, state, text, kinds: kinds.map((kind) => translate(kind)).join(', ') }
}

function ActionOption({ name }: { name: string }) {
  return (
    <>
      <span className={classes.icon}>
        <IconBolt size={17} stroke={1.6} />
      </span>
      <span className={classes.name}>{name}</span>
    </>
  )
}

function PageOption({ screen, name, group }: ScreenChoice) {
  const Icon = screen.menu?.icon
  return (
    <>
      <span className={classes.icon}>{Icon !== undefined && <Icon size={17} stroke={1.6} />}</span>
      <span className={classes.name}>{name}</span>
      <span className={classes.group}>{group}</span>
    </>
  )
}

function Results(props: {
  id: string
  groups: readonly OptionGroup[]
  active: number
  optionId(place: number): string
  onPoint(place: number): void
  onChoose(option: Option): void
}) {
  const t = useTexts(paletteTexts)
  let place = -1
  return (
    <div
      id={props.id}
      role="listbox"
      aria-label={t.title}
      className={classes.results}
      tabIndex={-1}
    >
      {props.groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element is by itself
        <div key={group.title} role="group" aria-label={group.title}>
          <div className={classes.groupTitle} aria-hidden>
            {group.title}
          </div>
          {group.options.map((option) => {
            place += 1
            const own = place
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field above
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <div
                key={option.key}
                id={props.optionId(own)}
                role="option"
                aria-selected={own === props.active}
                {...(option.label === undefined ? {} : { 'aria-label': option.label })}
                className={classes.option}
                onPointerMove={() => props.onPoint(own)}
                onClick={() => props.onChoose(option)}
              >
                {option.content}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function Note(props: { state: string; isEmpty: boolean; text: string; kinds: string }) {
  const { state, isEmpty, text, kinds } = props
  const t = useTexts(paletteTexts)
  return (
    <div className={classes.note} aria-live="polite">
      {state === 'searching' && t.searching}
      {state === 'failed' && t.failed}
      {state === 'found' && <>{t.searched({ text, kinds })} </>}
      {isEmpty && state !== 'searching' && (
        <>
          <strong>{t.nothing}</strong> {t.nothingHint}
        </>
      )}
    </div>
  )
}

function Keys() {
  const t = useTexts(paletteTexts)
  return (
    <div className={classes.keys} aria-hidden>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t.choose}
      </span>
      <span>
        <kbd>↵</kbd> {t.open}
      </span>
      <span>
        <kbd>Esc</kbd> {t.close}
      </span>
    </div>
  )
}
