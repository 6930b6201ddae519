import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallProblem } from '../calls/problem.ts'
import { fetchWithProgress, type OnProgress } from './fetch-with-progress.ts'
import { FileUpload, useUploadQueue } from './file-upload.tsx'

interface Sent {
  readonly name: string
  readonly signal: AbortSignal
  readonly onProgress: OnProgress
  done(): Promise<void>
  fail(cause?: unknown): Promise<void>
}

/** Uploads on their way, each until the test lets it arrive or fail. */
let sent: Sent[] = []
let removed: string[] = []
let finished: (readonly string[])[] = []

function Stage({ isDisabled = false }: { isDisabled?: boolean }) {
  const queue = useUploadQueue({
    send: (file, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        sent.push({
          name: file.name,
          signal,
          onProgress: (share) => act(() => onProgress(share)),
          done: () => act(async () => resolve({ fileId: `id of ${file.name}` })),
          fail: (cause = new Error('lost')) => act(async () => reject(cause)),
        })
      }),
    remove: async (fileId) => {
      removed.push(fileId)
    },
    onFinished: (fileIds) => {
      finished.push(fileIds)
    },
  })
  return (
    <>
      <FileUpload queue={queue} isDisabled={isDisabled} />
      <button type="button" onClick={() => void queue.discard()}>
        discard
      </button>
    </>
  )
}

function sized(name: string, bytes = 10, type = ''): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}

const input = () => document.querySelector('[data-file-input]') as HTMLInputElement
const zone = () => document.querySelector('[data-drop-zone]') as HTMLElement

async function choose(...files: File[]) {
  await act(async () => {
    fireEvent.change(input(), { target: { files } })
  })
}

const states = () =>
  [...document.querySelectorAll<HTMLElement>('li[data-state]')].map((each) => each.dataset.state)
const alert = () => screen.getByRole('alert').textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  sent = []
  removed = []
  finished = []
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the queue', () => {
  test('sends one by one; a failed file is marked and the next one goes [upload.queue]', async () => {
    render(<Stage />)
    await choose(sized('1.txt'), sized('2.txt'), sized('3.txt'))
    expect(sent.map((each) => each.name)).toEqual(['1.txt'])
    expect(states()).toEqual(['uploading', 'waiting', 'waiting'])
    await sent[0]?.done()
    expect(states()).toEqual(['done', 'uploading', 'waiting'])
    await sent[1]?.fail()
    expect(states()).toEqual(['done', 'failed', 'uploading'])
    expect(sent.map((each) => each.name)).toEqual(['1.txt', '2.txt', '3.txt'])
    expect(finished).toEqual([])
    await sent[2]?.done()
    expect(states()).toEqual(['done', 'failed', 'done'])
    expect(finished).toEqual([['id of 1.txt', 'id of 3.txt']])
  })

  test("a failure says 'Error uploading files' for 2 s [upload.msg.error]", async () => {
    render(<Stage />)
    await choose(sized('1.txt'))
    await sent[0]?.fail()
    expect(alert()).toBe('Error uploading files')
    await pass(1999)
    expect(alert()).toBe('Error uploading files')
    await pass(1)
    expect(alert()).toBe('')
    expect(states()).toEqual(['failed'])
  })

  test('shows how much of a file was sent', async () => {
    render(<Stage />)
    await choose(sized('1.txt'))
    sent[0]?.onProgress(0.4)
    const bar = screen.getByRole('progressbar', { name: 'Uploading 1.txt' }) as HTMLProgressElement
    expect(bar.value).toBe(0.4)
  })

  test('tries a failed file again', async () => {
    render(<Stage />)
    await choose(sized('1.txt'))
    await sent[0]?.fail()
    await act(async () => screen.getByRole('button', { name: 'Try 1.txt again' }).click())
    await sent[1]?.done()
    expect(states()).toEqual(['done'])
  })

  test('breaks off what is taken out, takes back what was up, and goes on', async () => {
    render(<Stage />)
    await choose(sized('1.txt'), sized('2.txt'), sized('3.txt'))
    await sent[0]?.done()
    await act(async () => screen.getByRole('button', { name: 'Remove 2.txt' }).click())
    expect(sent[1]?.signal.aborted).toBe(true)
    expect(sent[2]?.name).toBe('3.txt')
    await act(async () => screen.getByRole('button', { name: 'Remove 1.txt' }).click())
    expect(removed).toEqual(['id of 1.txt'])
    expect([states(), alert()]).toEqual([['uploading'], ''])
    // the button that was pressed is gone
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose files' }))
  })

  test('discards everything: what is on its way and what is up', async () => {
    render(<Stage />)
    await choose(sized('1.txt'), sized('2.txt'), sized('3.txt'))
    await sent[0]?.done()
    await act(async () => screen.getByRole('button', { name: 'discard' }).click())
    expect([states(), removed, sent.length]).toEqual([[], ['id of 1.txt'], 2])
    expect(sent[1]?.signal.aborted).toBe(true)
  })

  test('stops with its component', async () => {
    render(<Stage />)
    await choose(sized('1.txt'), sized('2.txt'))
    cleanup()
    await pass(0)
    expect([sent[0]?.signal.aborted, sent.length]).toEqual([true, 1])
  })
})

describe('what may not be uploaded', () => {
  test("5242880 bytes go, 5242881 are 'size bigger then allowed' [upload.max-file] [upload.msg.size]", async () => {
    render(<Stage />)
    await choose(sized('most.pdf', 5_242_880), sized('more.pdf', 5_242_881))
    expect(alert()).toBe('File more.pdf size bigger then allowed')
    expect(sent.map((each) => each.name)).toEqual(['most.pdf'])
    expect(states()).toEqual(['uploading'])
  })

  test('all files together have at most 20971520 bytes [upload.total]', async () => {
    render(<Stage />)
    await choose(...['1', '2', '3'].map((name) => sized(`${name}.pdf`, 5_242_880)))
    await choose(sized('4.pdf', 5_242_879), sized('5.pdf', 2), sized('6.pdf', 1))
    expect(alert()).toBe('File 5.pdf size bigger then allowed')
    expect(states()).toHaveLength(5)
  })

  test('photographs of a phone that are larger are sent smaller, and what is no picture is named', async () => {
    const close = vi.fn()
    vi.stubGlobal('createImageBitmap', async ({ name }: File) => {
      if (name === 'broken.jpg') throw new Error('no picture')
      return { width: 8000, height: 6000, close }
    })
    const { prototype } = HTMLCanvasElement
    vi.spyOn(prototype, 'getContext').mockReturnValue(null)
    const drawn: number[][] = []
    vi.spyOn(prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
      drawn.push([this.width, this.height])
      const bytes = drawn.length === 1 ? 4_194_305 : 1000
      done(Object.defineProperty(new Blob(['x']), 'size', { value: bytes }))
    })
    render(<Stage />)
    const names = ['IMG_1.JPG', 'IMG_2.jpeg', 'IMG_3.jpg', 'IMG_4.jpg', 'broken.jpg']
    await choose(...names.map((name) => sized(name, 9_000_000, 'image/jpeg')))
    await pass(0)
    expect(alert()).toBe('')
    // the first try was too large still
    expect(drawn).toEqual([
      [3000, 2250],
      [2200, 1650],
    ])
    expect(close).toHaveBeenCalledTimes(1)
    for (const name of names.slice(0, 4)) {
      expect(sent.at(-1)?.name).toBe(name)
      await sent.at(-1)?.done()
      await pass(0)
    }
    expect(states()).toEqual(['done', 'done', 'done', 'done', 'failed'])
    screen.getByText('File broken.jpg size bigger then allowed')
  })

  const allowed = 'jpeg png tiff gif pdf doc docx xls xlsx ppt pptx odt ods odp txt csv xml'.split(
    ' ',
  )

  test('every allowed extension goes, in any case [upload.types]', async () => {
    render(<Stage />)
    await choose(...allowed.map((extension) => sized(`a.${extension.toUpperCase()}`)))
    expect([states().length, alert()]).toEqual([17, ''])
    expect(input().accept.split(',')).toEqual(
      expect.arrayContaining(allowed.map((extension) => `.${extension}`)),
    )
  })

  test.each([
    ['run.exe', ''],
    ['page.html', 'text/html'],
    ['none', 'image/png'],
    ['image.png', 'text/html'],
  ])("%s of type %j is 'not allowed' [upload.msg.type]", async (name, type) => {
    render(<Stage />)
    await choose(sized(name, 10, type))
    expect(alert()).toBe(`File type not allowed ${name}`)
    expect([states(), sent]).toEqual([[], []])
  })

  test('an empty file is called empty, not of a wrong type', async () => {
    render(<Stage />)
    await choose(sized('scan.pdf', 0, 'application/pdf'))
    expect(alert()).toBe('File scan.pdf is empty')
    expect([states(), sent]).toEqual([[], []])
  })

  test("the server's refusal of a content that lies says the same", async () => {
    render(<Stage />)
    await choose(sized('image.png'))
    await sent[0]?.fail(
      new CallProblem('no', { status: 415, code: 'file.type_not_allowed', errors: [] }),
    )
    expect(screen.getByRole('listitem').textContent).toContain('File type not allowed image.png')
  })
})

describe('choosing', () => {
  test('is possible by dropping, and by a button that the keyboard reaches', async () => {
    render(<Stage />)
    fireEvent.dragOver(zone())
    expect(zone().dataset.over).toBe('true')
    await act(async () => {
      fireEvent.drop(zone(), { dataTransfer: { files: [sized('1.txt')] } })
    })
    expect([zone().dataset.over, states()]).toEqual(['false', ['uploading']])
    const opened = vi.spyOn(input(), 'click')
    screen.getByRole('button', { name: 'Choose files' }).click()
    expect(opened).toHaveBeenCalledOnce()
  })

  test('is impossible while disabled', async () => {
    render(<Stage isDisabled />)
    fireEvent.dragOver(zone())
    fireEvent.drop(zone(), { dataTransfer: { files: [sized('1.txt')] } })
    expect([zone().dataset.over, states()]).toEqual(['false', []])
    const button = screen.getByRole('button', { name: 'Choose files' }) as HTMLButtonElement
    expect(button.disabled).toBe(true)
  })

  test('shows a picture of jpeg, png and tiff alone [upload.previewable]', async () => {
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${(file as File).name}`)
    render(<Stage />)
    await choose(
      sized('a.jpeg', 10, 'image/jpeg'),
      sized('a.png', 10, 'image/png'),
      sized('a.tiff', 10, 'image/tiff'),
      sized('a.gif', 10, 'image/gif'),
      sized('a.pdf', 10, 'application/pdf'),
    )
    const pictures = within(screen.getByRole('list')).getAllByRole('presentation')
    expect(pictures.map((each) => each.getAttribute('src'))).toEqual([
      'blob:a.jpeg',
      'blob:a.png',
      'blob:a.tiff',
    ])
    fireEvent.error(pictures[2] as HTMLElement)
    expect(within(screen.getByRole('list')).getAllByRole('presentation')).toHaveLength(2)
  })
})

describe('a request with progress', () => {
  class Browser extends EventTarget {
    static last: Browser
    readonly asked: unknown[] = []
    readonly upload: { onprogress?: (event: object) => void } = {}
    withCredentials = false
    status = 0
    response: Blob | null = null
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    constructor() {
      super()
      Browser.last = this
    }
    open(...some: unknown[]) {
      this.asked.push(some)
    }
    setRequestHeader(...some: unknown[]) {
      this.asked.push(some)
    }
    send(body: unknown) {
      this.asked.push(body)
    }
    abort() {
      this.onabort?.()
    }
    getAllResponseHeaders() {
      return 'content-type: application/json\r\nx-request-id: 42\r\n'
    }
  }

  beforeEach(() => vi.stubGlobal('XMLHttpRequest', Browser))

  const body = new FormData()
  const begin = (signal?: AbortSignal) => {
    const shares: number[] = []
    const answer = fetchWithProgress((share) => shares.push(share))('/api/fs/file', {
      method: 'POST',
      headers: { authorization: 'Bearer t' },
      credentials: 'include',
      body,
      ...(signal === undefined ? {} : { signal }),
    })
    return { shares, answer, browser: Browser.last }
  }

  test('is sent like any other, tells its shares, and answers like fetch', async () => {
    const { shares, answer, browser } = begin()
    browser.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
    browser.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 })
    browser.status = 201
    browser.response = new Blob(['{"fileId":"1"}'])
    browser.onload?.()
    const response = await answer
    expect(browser.asked).toEqual([['POST', '/api/fs/file'], ['authorization', 'Bearer t'], body])
    expect([browser.withCredentials, shares]).toEqual([true, [0.25]])
    expect([response.status, response.headers.get('x-request-id')]).toEqual([201, '42'])
    expect(await response.json()).toEqual({ fileId: '1' })
  })

  test('fails like any other, and can be broken off', async () => {
    const lost = begin()
    lost.browser.onerror?.()
    await expect(lost.answer).rejects.toThrow(TypeError)
    const stop = new AbortController()
    const broken = begin(stop.signal)
    stop.abort(new Error('enough'))
    await expect(broken.answer).rejects.toThrow('enough')
  })
})

test('what is taken stands there before a file is refused, to be read with the button', () => {
  render(<Stage />)
  const button = screen.getByRole('button', { name: 'Choose files' })
  const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toMatch(/Up to 5 MB each, 20 MB together.*JPG, PNG, TIFF, GIF, PDF/)
  expect(hint?.textContent).not.toContain('JPEG')
})
