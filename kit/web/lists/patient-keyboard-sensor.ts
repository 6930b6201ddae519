import { KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core'

/** The keys by which the library moves what was lifted, and leaves it or puts it back. */
const isOfSensor = ({ code }: KeyboardEvent) =>
  code.startsWith('Arrow') || ['Space', 'Enter', 'Tab', 'Escape'].includes(code)

/** Until what the last key changed is drawn. */
const drawn = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

/**
 * The library listens for keys one timer after something was lifted, and reckons each from where things are drawn. Keys that come
 * faster wait for one another, so that none is lost to somebody who knows the way.
 */
export class PatientKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const passedOn = new WeakSet<Event>()
    let isOver = false
    let last = drawn()
    const keep = (event: KeyboardEvent) => {
      if (passedOn.has(event) || !isOfSensor(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      last = last.then(() => {
        if (isOver) return
        const copy = new KeyboardEvent('keydown', event)
        passedOn.add(copy)
        document.dispatchEvent(copy)
        return drawn()
      })
    }
    const end = () => {
      isOver = true
      document.removeEventListener('keydown', keep, true)
    }
    const { onEnd, onCancel } = props
    super({
      ...props,
      onEnd() {
        end()
        onEnd()
      },
      onCancel() {
        end()
        onCancel()
      },
    })
    document.addEventListener('keydown', keep, true)
  }
}
