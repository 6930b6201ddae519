import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import {
  type FileExtension,
  fileTypes,
  maxFileBytes,
  maxTotalBytes,
  previewableTypes,
  refusalTexts,
  type UploadRefusal,
} from '@counterfoil/kit/contract/uploads.ts'
import {
  IconAlertCircle,
  IconCheck,
  IconFile,
  IconRefresh,
  IconUpload,
  IconX,
} from '@tabler/icons-react'
import {
  type DragEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useFormInside } from '../form/unsaved.ts'
import { useLanguage, useTexts } from '../texts/i18n.tsx'
import classes from './file-upload.module.css'
import {
  type QueuedFile,
  type QueueOptions,
  type UploadedBefore,
  UploadQueue,
} from './upload-queue.ts'

const msg = messagesOf(import.meta.url)

const texts = {
  ...refusalTexts,
  ...msg({
    choose: 'Choose files',
    drop: 'or drop them here',
    limits: 'Up to {each} each, {all} together',
    shrinks: 'larger photographs (JPG) are made smaller',
    other: 'Upload failed',
    failed: 'Error uploading files',
    files: 'Files',
    waiting: 'Waiting',
    done: 'Uploaded',
    progress: 'Uploading {name}',
    retry: 'Try {name} again',
    remove: 'Remove {name}',
    failedFiles: 'Try the failed files again, or remove them',
  }),
}

const allExtensions = Object.keys(fileTypes) as FileExtension[]

/**
 * A queue that lives as long as the component; its options may change with every render. `uploaded`: files that the queue
 * begins with.
 */
export function useUploadQueue(
  options: QueueOptions,
  uploaded: readonly UploadedBefore[] = [],
): UploadQueue {
  const latest = useRef(options)
  const first = useRef({ uploaded, accepts: options.accepts })
  latest.current = options
  const queue = useMemo(
    () =>
      new UploadQueue(
        {
          send: (file, how) => latest.current.send(file, how),
          remove: async (fileId) => latest.current.remove?.(fileId),
          onFinished: (fileIds) => latest.current.onFinished?.(fileIds),
          accepts: first.current.accepts,
        },
        first.current.uploaded,
      ),
    [],
  )
  useEffect(() => () => queue.stop(), [queue])
  return queue
}

/**
 * The files of a queue for what takes them, which waits until it `isReady`: a file that is on its way or has failed would
 * be left behind.
 */
export function useUploads(queue: UploadQueue) {
  const { files } = useSyncExternalStore(queue.subscribe, queue.state)
  const isUploading = files.some(({ state }) => state === 'waiting' || state === 'uploading')
  return {
    files,
    fileIds: files.flatMap(({ fileId }) => fileId ?? []),
    isUploading,
    isReady: !isUploading && files.every(({ state }) => state !== 'failed'),
  }
}

/** Whether files were chosen here, which go with the dialog that they were chosen in. */
const isHoldingFiles = (queue: UploadQueue) =>
  queue.state().files.some(({ file }) => file instanceof File)

/**
 * Choosing files by a button or by dropping them, and the list of what became of each. `limits` says what this place
 * takes where that is less than what every upload may be.
 */
export function FileUpload(props: { queue: UploadQueue; isDisabled?: boolean; limits?: string }) {
  const { queue, isDisabled, limits } = props
  const t = useTexts(texts)
  const accepted = queue.accepts ?? allExtensions
  const { files, refused, hasJustFailed } = useSyncExternalStore(queue.subscribe, queue.state)
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [isOver, setOver] = useState(false)
  const format = useFileSize()
  const hint = useId()
  useFormInside(useMemo(() => ({ isUnsaved: () => isHoldingFiles(queue), discard() {} }), [queue]))

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (isDisabled !== true) queue.add(event.dataTransfer.files)
  }
  return (
    <div className={classes.upload}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the other way; the button is for everybody */}
      <div
        className={classes.zone}
        data-over={isOver}
        data-drop-zone
        onDragOver={(event) => {
          event.preventDefault()
          setOver(isDisabled !== true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={accepted.map((extension) => `.${extension}`).join(',')}
          data-file-input
          onChange={(event) => {
            queue.add(event.currentTarget.files ?? [])
            // the same file may be chosen again
            event.currentTarget.value = ''
          }}
        />
        <button
          ref={choose}
          type="button"
          className={classes.choose}
          disabled={isDisabled === true}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          <IconUpload size={16} stroke={1.75} aria-hidden /> {t.choose}
        </button>
        <span className={classes.hint} id={hint}>
          {t.drop} ·{' '}
          {limits ?? t.limits({ each: format(maxFileBytes), all: format(maxTotalBytes) })}
          {limits === undefined && (
            <>
              {accepted.includes('jpg') && ` · ${t.shrinks}`}
              <span className={classes.types}>{typesText(accepted)}</span>
            </>
          )}
        </span>
      </div>
      <div role="alert" className={classes.messages}>
        {refused.map(({ name, why }) => (
          <p key={`${why} ${name}`}>{t[why]({ name })}</p>
        ))}
        {hasJustFailed && <p>{t.failed}</p>}
      </div>
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t.files}>
          {files.map((each) => (
            <FileLine
              key={each.key}
              queued={each}
              queue={queue}
              size={format(each.file.size)}
              // the button that was pressed is gone with its file
              onRemoved={() => choose.current?.focus()}
            />
          ))}
        </ul>
      )}
      {files.some(({ state }) => state === 'failed') && (
        <p className={classes.hint}>{t.failedFiles}</p>
      )}
    </div>
  )
}

/** As people know them: JPG is said, its other spelling is not. */
const typesText = (extensions: readonly FileExtension[]) =>
  extensions
    .filter((extension) => extension !== 'jpeg' && extension !== 'tif')
    .map((extension) => extension.toLocaleUpperCase('en'))
    .join(', ')

function FileLine(props: {
  queued: QueuedFile
  queue: UploadQueue
  size: string
  onRemoved(): void
}) {
  const { queued, queue } = props
  const t = useTexts(texts)
  const { name } = queued.file
  return (
    <li className={classes.file} data-state={queued.state}>
      <Preview file={queued.file} />
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.state}>
          {props.size}
          {queued.state === 'waiting' && ` · ${t.waiting}`}
          {queued.state === 'done' && (
            <>
              {' · '}
              <IconCheck size={14} aria-hidden /> {t.done}
            </>
          )}
          {queued.state === 'failed' && (
            <span className={classes.failure}>
              <IconAlertCircle size={14} aria-hidden />{' '}
              <Failure failure={queued.failure} name={name} />
            </span>
          )}
        </span>
        {queued.state === 'uploading' && (
          <progress aria-label={t.progress({ name })} max={1} value={queued.progress} />
        )}
      </div>
      {queued.state === 'failed' && (
        <button
          type="button"
          className={classes.tool}
          aria-label={t.retry({ name })}
          onClick={() => queue.retry(queued.key)}
        >
          <IconRefresh size={16} stroke={1.75} />
        </button>
      )}
      <button
        type="button"
        className={classes.tool}
        aria-label={t.remove({ name })}
        onClick={() => {
          void queue.remove(queued.key)
          props.onRemoved()
        }}
      >
        <IconX size={16} stroke={1.75} />
      </button>
    </li>
  )
}

function Failure(props: { failure: UploadRefusal | 'other' | undefined; name: string }) {
  const t = useTexts(texts)
  const { failure = 'other' } = props
  return failure === 'other' ? t.other : t[failure]({ name: props.name })
}

/** The picture itself where browsers can show it; a browser that cannot (TIFF in most) gets the usual sign. */
function Preview({ file }: { file: QueuedFile['file'] }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!(file instanceof File) || !previewableTypes.includes(file.type)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (url === null) {
    return (
      <span className={classes.sign}>
        <IconFile size={18} stroke={1.5} aria-hidden />
      </span>
    )
  }
  return <img className={classes.picture} src={url} alt="" onError={() => setUrl(null)} />
}

const mebibyte = 1_048_576

/** Sizes as the user's language writes them, in MB of 1024 × 1024 bytes, as the limits are meant. */
/** Writes a number of bytes for people. */
export function useFileSize(): (bytes: number) => string {
  const { locale } = useLanguage()
  return useMemo(() => {
    const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
    return (bytes: number) =>
      bytes < mebibyte / 10
        ? `${decimals.format(Math.max(bytes > 0 ? 0.1 : 0, bytes / 1024))} KB`
        : `${decimals.format(bytes / mebibyte)} MB`
  }, [locale])
}
