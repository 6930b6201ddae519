/** What the calls enqueue, and what the worker runs. */
export const backtestJob = { name: 'smart-routing.backtest', retries: 1 } as const
export const scoresSchedule = 'smart-routing.count-approvals'
