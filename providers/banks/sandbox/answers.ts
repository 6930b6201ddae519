import type { ForeignDatabase } from '@counterfoil/kit/database/foreign.ts'
import type { Participant } from '../participant-key.ts'
import { oldWordOf } from '../statuses.ts'
import type { SandboxBank } from './sandbox-banks.ts'

export interface BankServerOptions {
  readonly database: ForeignDatabase
  readonly publicUrl: string
  readonly participant: () => Promise<Participant>
  readonly now: () => Date
}

/** A request as it came over HTTP. */
export interface BankRequest {
  readonly method: string
  /** After the version: `aisp/accounts`. */
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

export interface BankAnswer {
  readonly status: number
  readonly body: object | null
}

/** Thrown for what a bank refuses; the standard's error object is made of it. */
export class BankRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const refusalBody = ({ code, message }: BankRefusal, id: string) => ({
  Id: id,
  Code: code,
  Message: message,
  Errors: [{ ErrorCode: code, Message: message }],
})

export const addressOf = (publicUrl: string, bank: string) =>
  `${publicUrl.replace(/\/$/, '')}/sandbox/banks/${bank}`

/** The word for a status in the version that the bank speaks. */
export const wordAt = (bank: SandboxBank, status: string): string =>
  bank.version === 'v3.1' ? oldWordOf(status) : status

export const headerOf = ({ headers }: BankRequest, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
