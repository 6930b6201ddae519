import { totalmem } from 'node:os'

const MiB = 1024 * 1024

/** The embedded server's settings, given on its command line so that an update of the product updates them. */
export function serverOptions(port: number, isDurable: boolean): string[] {
  const settings: Record<string, string | number> = {
    port,
    // loopback alone, and no Unix socket: its folder may not be writable, and nobody needs it
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    ...memorySettings(usableMemory()),
    wal_buffers: '16MB',
    min_wal_size: '256MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    // disks of today read anywhere as fast as in order
    random_page_cost: 1.1,
    // statements here are short: compiling them costs more than it gains
    jit: 'off',
    // rollup deltas and jobs are tables that empty themselves all the time
    autovacuum_naptime: '15s',
    autovacuum_vacuum_scale_factor: 0.05,
    autovacuum_analyze_scale_factor: 0.02,
    log_timezone: 'UTC',
    timezone: 'UTC',
    log_line_prefix: '%m [%p] %u@%d ',
    log_checkpoints: 'off',
    ...(isDurable
      ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
      : {
          ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
          // databases that live for a minute: to look through their many tables costs more than it saves
          autovacuum: 'off',
        }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** What the container allows, where that is less than the machine has. */
function usableMemory(): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
}

function memorySettings(bytes: number): Record<string, string> {
  const mib = (share: number, least: number, most: number) =>
    `${Math.round(Math.min(Math.max((bytes * share) / MiB, least), most))}MB`
  return {
    shared_buffers: mib(0.25, 64, 2048),
    effective_cache_size: mib(0.6, 128, 64 * 1024),
    maintenance_work_mem: mib(0.04, 32, 512),
    work_mem: mib(0.002, 4, 32),
  }
}
