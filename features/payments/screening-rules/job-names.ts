/** What the calls enqueue, and what the worker runs. */
export const ruleBacktestJob = { name: 'antifraud.backtest', retries: 1 } as const
