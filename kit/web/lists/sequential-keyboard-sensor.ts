import { KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core'

/** The keys by which the library moves what was lifted, and leaves it or puts it back. */
const isOfSensor = ({ code }: KeyboardEvent) =>
  code.startsWith('Arrow') || ['Space', 'Enter', 'Tab', 'Escape'].includes(code)

const nextFrame = () => new Promise<unknown>((resolve) => requestAnimationFrame(resolve))

/** A key that moves nothing, as at the last column, is not waited for longer: half a second of a usual screen. */
const mostFrames = 30
/** Where something is drawn, and what it is over, follow from each other in one or two renderings. */
const stillFrames = 3

/**
 * The library listens for keys one timer after something was lifted, and computes each move from where things are drawn. Here a key
 * waits until the move of the one before it is drawn, so that keys pressed without a pause are not lost.
 */
export class SequentialKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const placeNow = () => {
      const { collisionRect, over } = props.context.current
      return `${collisionRect?.left} ${collisionRect?.top} ${over?.id}`
    }
    /** Until what was lifted stands at another place than before, and stays there. */
    async function moved(before: string) {
      let last = before
      let still = 0
      for (let frame = 0; frame < mostFrames && still < stillFrames; frame += 1) {
        await nextFrame()
        const now = placeNow()
        still = now !== before && now === last ? still + 1 : 0
        last = now
      }
    }
    const passedOn = new WeakSet<Event>()
    let isOver = false
    let ready = moved(placeNow())
    const keep = (event: KeyboardEvent) => {
      if (passedOn.has(event) || !isOfSensor(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      ready = ready.then(() => {
        if (isOver) return
        const before = placeNow()
        const copy = new KeyboardEvent('keydown', event)
        passedOn.add(copy)
        document.dispatchEvent(copy)
        return moved(before)
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
