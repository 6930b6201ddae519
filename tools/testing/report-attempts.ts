// A journey that passes at its second attempt leaves no word of why the first one failed: it is printed here.
import { afterEach } from 'vitest'

afterEach(({ task }) => {
  const { state, errors = [], retryCount = 0 } = task.result ?? {}
  const isTriedAgain = state === 'fail' && retryCount < Number(task.retry ?? 0)
  if (isTriedAgain)
    console.error(`${task.name}: tried again after ${errors.map(({ message }) => message)}`)
})
