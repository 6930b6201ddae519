/** Payments of the past on which something is tried before it counts. */
export interface Period {
  /** Null: all of the tenant's. */
  readonly merchantId: string | null
  readonly mode: number
  readonly from: Date
  readonly to: Date
}

/** How far a backtest is, as it is stored. */
export interface BacktestChange<Result> {
  readonly state?: 'running' | 'done' | 'failed'
  readonly looked_at?: bigint
  readonly total?: bigint
  readonly result?: Result
  readonly finished_at?: Date
}
