import type { OutboundRequest, Poster } from '../outbound/outbound.ts'

// A language model that speaks the chat completions of OpenAI, wherever it runs. Nothing is sent unless one is configured.

export interface LanguageModel {
  /** Whether there is one to ask. */
  readonly isOpen: boolean
  /** Answers a JSON object; throws when there is no answer in time, or one that is none. */
  ask(question: Question): Promise<unknown>
}

export interface Question {
  /** The instruction. */
  readonly task: string
  /** Text by others, which is data and no instruction. */
  readonly material: string
  readonly signal?: AbortSignal
}

export interface LanguageModelOptions {
  /** Up to and without `/chat/completions`: `https://api.openai.com/v1`. */
  readonly url: string
  readonly model: string
  readonly key?: string | undefined
  readonly timeoutMs?: number
  /** For an address that users configure: sent through this, which refuses private addresses. */
  readonly poster?: Poster
}

const maxAnswerBytes = 1024 * 1024
const defaultTimeoutMs = 60_000
const maxMaterialLength = 30_000

export function openLanguageModel(options: LanguageModelOptions | undefined): LanguageModel {
  if (options === undefined) return noLanguageModel
  const { url, model, key, poster, timeoutMs = defaultTimeoutMs } = options
  return {
    isOpen: true,
    async ask({ task, material, signal }) {
      const request = {
        url: `${url.replace(/\/$/, '')}/chat/completions`,
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({
          model,
          temperature: 0,
          response_format: { type: 'json_object' },
          messages: [
            { role: 'system', content: task },
            { role: 'user', content: material.slice(0, maxMaterialLength) },
          ],
        }),
      }
      if (poster !== undefined) return contentOf(await askThrough(poster, request, timeoutMs))
      const timeout = AbortSignal.timeout(timeoutMs)
      const response = await fetch(request.url, {
        method: 'POST',
        headers: request.headers,
        body: request.body,
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      })
      if (!response.ok) throw new Error(`The language model answers ${response.status}`)
      return contentOf(await response.json())
    },
  }
}

async function askThrough(
  poster: Poster,
  request: OutboundRequest,
  timeoutMs: number,
): Promise<unknown> {
  const answer = await poster.post({ ...request, timeoutMs, keptBytes: maxAnswerBytes })
  if (answer.error !== undefined) throw new Error(`The language model: ${answer.error}`)
  if (answer.status !== 200) throw new Error(`The language model answers ${answer.status}`)
  return JSON.parse(answer.body)
}

function contentOf(answer: unknown): unknown {
  const { choices } = answer as { choices?: { message?: { content?: unknown } }[] }
  const content = choices?.[0]?.message?.content
  if (typeof content !== 'string') throw new Error('The language model answers nothing')
  // some wrap their JSON in a code block
  return JSON.parse(content.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''))
}

/** Nothing is sent. */
export const noLanguageModel: LanguageModel = {
  isOpen: false,
  ask: () => Promise.reject(new Error('No language model is set up')),
}
