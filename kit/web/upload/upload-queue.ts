import {
  extensionOf,
  type FileExtension,
  type UploadRefusal,
  uploadRefusal,
} from '@counterfoil/kit/contract/uploads.ts'
import { logFailure } from '../calls/log.ts'
import { CallProblem } from '../calls/problem.ts'
import type { OnProgress } from './fetch-with-progress.ts'
import { isLargePhotograph, shrinkPhotograph, shrunkBytes } from './shrink-photograph.ts'

export interface QueuedFile {
  readonly key: number
  /** The chosen file; only name and size of one that was uploaded before. */
  readonly file: File | Pick<File, 'name' | 'size'>
  readonly state: 'waiting' | 'uploading' | 'done' | 'failed'
  /** From 0 to 1. */
  readonly progress: number
  /** Once it is done. */
  readonly fileId?: string
  /** Why it failed: refused by what it is, or anything else. */
  readonly failure?: UploadRefusal | 'other'
}

/** A file that was never taken into the queue. */
export interface RefusedFile {
  readonly name: string
  readonly why: UploadRefusal
}

/** A file that was uploaded before the queue was made. */
export interface UploadedBefore {
  readonly fileId: string
  readonly name: string
  readonly size: number
}

export interface QueueState {
  readonly files: readonly QueuedFile[]
  /** Of the last choice of files. */
  readonly refused: readonly RefusedFile[]
  /** An upload failed a moment ago. */
  readonly hasJustFailed: boolean
}

export interface QueueOptions {
  /** The types that this place takes; absent: all that may be uploaded. */
  readonly accepts?: readonly FileExtension[] | undefined
  send(
    file: File,
    options: { readonly onProgress: OnProgress; readonly signal: AbortSignal },
  ): Promise<{ readonly fileId: string }>
  /** Takes back a file that was uploaded. */
  remove?(fileId: string): Promise<unknown>
  /** Nothing waits any more; the files that are up. */
  onFinished?(fileIds: readonly string[]): void
}

const failureShownMs = 2000

/** What of a file is sent: a photograph that is too large is made smaller before. */
const sentBytes = (file: Pick<File, 'name' | 'size'>): number =>
  isLargePhotograph(file) ? shrunkBytes : file.size

const tooLarge = () =>
  new CallProblem('The picture cannot be made smaller', { status: 0, code: 'file.too_large' })

const failures: Readonly<Record<string, UploadRefusal>> = {
  'file.too_large': 'size',
  'file.type_not_allowed': 'type',
}

/** Uploads files one by one. A file that fails is marked, and the next one goes. */
export class UploadQueue {
  readonly #options: QueueOptions
  readonly #listeners = new Set<() => void>()
  #state: QueueState = { files: [], refused: [], hasJustFailed: false }
  #running: { readonly key: number; readonly abort: AbortController } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastKey = 0
  #isStopped = false

  constructor(options: QueueOptions, uploaded: readonly UploadedBefore[] = []) {
    this.#options = options
    const files = uploaded.map(({ fileId, name, size }, index) => {
      return { key: index + 1, file: { name, size }, state: 'done', progress: 1, fileId } as const
    })
    this.#lastKey = files.length
    this.#state = { ...this.#state, files }
  }

  get accepts() {
    return this.#options.accepts
  }

  readonly state = (): QueueState => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes what may be uploaded; what may not is named in `refused`. */
  add(chosen: Iterable<File>): void {
    this.#isStopped = false
    const refused: RefusedFile[] = []
    const files = [...this.#state.files]
    for (const file of chosen) {
      const total = files.reduce((sum, one) => sum + sentBytes(one.file), 0)
      const { name, type } = file
      const asSent = { name, type, size: sentBytes(file) }
      const why = this.#takes(name) ? uploadRefusal(asSent, total) : 'type'
      this.#lastKey += 1
      if (why !== undefined) refused.push({ name: file.name, why })
      else files.push({ key: this.#lastKey, file, state: 'waiting', progress: 0 })
    }
    this.#set({ files, refused })
    void this.#next()
  }

  #takes(name: string): boolean {
    const { accepts } = this
    const extension = extensionOf(name)
    return accepts === undefined || (extension !== undefined && accepts.includes(extension))
  }

  /** Puts a failed file back into the queue. */
  retry(key: number): void {
    this.#change(key, { state: 'waiting', progress: 0 })
    void this.#next()
  }

  /** Takes a file out: broken off while it is on its way, taken back when it is up. */
  async remove(key: number): Promise<void> {
    const found = this.#state.files.find((one) => one.key === key)
    if (found === undefined) return
    this.#set({ files: this.#state.files.filter((one) => one.key !== key) })
    if (this.#running?.key === key) this.#running.abort.abort()
    if (found.fileId !== undefined) await this.#takeBack(found.fileId)
  }

  /** Breaks off and takes back everything; answers how many files were up. */
  async discard(): Promise<number> {
    const up = this.#state.files.flatMap(({ fileId }) => fileId ?? [])
    this.#set({ files: [], refused: [] })
    this.#running?.abort.abort()
    for (const fileId of up) await this.#takeBack(fileId)
    return up.length
  }

  /** Forgets the uploaded files, which belong to a record now. */
  clear(): void {
    this.#set({ files: this.#state.files.filter((one) => one.fileId === undefined), refused: [] })
  }

  /** Breaks off what is on its way; what is up stays. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#running?.abort.abort()
  }

  async #next(): Promise<void> {
    const waiting = this.#state.files.find((one) => one.state === 'waiting')
    if (this.#running !== undefined || !(waiting?.file instanceof File)) return
    const { key, file } = waiting
    const abort = new AbortController()
    this.#running = { key, abort }
    this.#change(key, { state: 'uploading' })
    try {
      const smaller = isLargePhotograph(file) ? await shrinkPhotograph(file) : file
      if (smaller === undefined) throw tooLarge()
      if (smaller !== file) this.#change(key, { file: smaller })
      // taken out meanwhile
      abort.signal.throwIfAborted()
      const { fileId } = await this.#options.send(smaller, {
        signal: abort.signal,
        onProgress: (progress) => this.#change(key, { progress }),
      })
      // taken out in its last moment
      if (abort.signal.aborted) await this.#takeBack(fileId)
      else this.#change(key, { state: 'done', progress: 1, fileId })
    } catch (cause) {
      if (!abort.signal.aborted) this.#fail(key, cause)
    }
    this.#running = undefined
    if (this.#isStopped) return
    const { files } = this.#state
    if (files.some((one) => one.state === 'waiting')) return this.#next()
    const up = files.flatMap(({ fileId }) => fileId ?? [])
    if (up.length > 0) this.#options.onFinished?.(up)
  }

  #fail(key: number, cause: unknown): void {
    logFailure('A file could not be uploaded', cause)
    const code = cause instanceof CallProblem ? cause.code : ''
    this.#change(key, { state: 'failed', failure: failures[code] ?? 'other' })
    this.#set({ hasJustFailed: true })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#set({ hasJustFailed: false }), failureShownMs)
  }

  async #takeBack(fileId: string): Promise<void> {
    try {
      await this.#options.remove?.(fileId)
    } catch (cause) {
      // what nobody attaches to anything goes by itself after a week
      logFailure('An uploaded file could not be deleted', cause)
    }
  }

  #change(key: number, some: Partial<QueuedFile>): void {
    const files = this.#state.files.map((one) => (one.key === key ? { ...one, ...some } : one))
    this.#set({ files })
  }

  #set(some: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...some }
    for (const listener of this.#listeners) listener()
  }
}
