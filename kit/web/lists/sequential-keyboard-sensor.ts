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
 * The library listens for keys one timer after something was lifted, and computes each move from where things are drawn. Here a key
 * waits until the move of the one before it is drawn, so that keys pressed without a pause are not lost.
 */
export class SequentialKeyboardSensor extends KeyboardSensor {
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
