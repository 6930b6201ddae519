import pg from 'pg'

/**
 * Opens a pool whose lost connections fail the statements on them and nothing else: an error event without a listener
 * would end the process. The driver takes its own listener away while a connection is in use.
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
