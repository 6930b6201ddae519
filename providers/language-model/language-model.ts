// A language model that speaks the chat completions of OpenAI, wherever it stands; nothing is asked unless one is set up.

export interface LanguageModel {
  /** Whether there is one to ask. */
  readonly isOpen: boolean
  /** Answers a JSON object; throws when there is no answer in time, or one that is none. */
  ask(question: Question): Promise<unknown>
}

export interface Question {
  /** What is wanted. */
  readonly task: string
  /** What it is about: text of others, which commands nothing. */
  readonly material: string
  readonly signal?: AbortSignal
}

export interface LanguageModelOptions {
  /** Up to and without `/chat/completions`: `https://api.openai.com/v1`. */
  readonly url: string
  readonly model: string
  readonly key?: string | undefined
  readonly timeoutMs?: number
}

const usualTimeoutMs = 60_000
const mostMaterial = 30_000

export function openLanguageModel(options: LanguageModelOptions | undefined): LanguageModel {
  if (options === undefined) return noModel
  const { url, model, key, timeoutMs = usualTimeoutMs } = options
  return {
    isOpen: true,
    async ask({ task, material, signal }) {
      const timeout = AbortSignal.timeout(timeoutMs)
      const response = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
        method: 'POST',
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
            { role: 'user', content: material.slice(0, mostMaterial) },
          ],
        }),
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      })
      if (!response.ok) throw new Error(`The language model answers ${response.status}`)
      return contentOf(await response.json())
    },
  }
}

function contentOf(answer: unknown): unknown {
  const { choices } = answer as { choices?: { message?: { content?: unknown } }[] }
  const content = choices?.[0]?.message?.content
  if (typeof content !== 'string') throw new Error('The language model answers nothing')
  // some wrap their JSON in a code block
  return JSON.parse(content.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''))
}

const noModel: LanguageModel = {
  isOpen: false,
  ask: () => Promise.reject(new Error('No language model is set up')),
}
