import pg from 'pg'

/**
 * A connection whose loss fails the statements on it and nothing else. The driver says a loss as an error event, which ends
 * the process when nothing listens: on a connection that is in use, or that is lost in the packet that says it is made.
 */
export class Connection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}

/** Opens a pool of such connections. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, Client: Connection })
  // it says again what an idle connection says
  pool.on('error', () => undefined)
  return pool
}
