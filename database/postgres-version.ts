import type pg from 'pg'

/** The major versions of PostgreSQL that the API tests run on. */
export const supportedVersions: readonly number[] = [16, 17, 18]

/** The server's major version. Throws, before anything is written, for one that the product was not tried on. */
export async function requireSupportedVersion(
  owner: pg.Client,
  supported = supportedVersions,
): Promise<number> {
  const { rows } = await owner.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::int as number,
            current_setting('server_version') as text`,
  )
  const { number = 0, text = '' } = rows[0] ?? {}
  const major = Math.floor(number / 10_000)
  if (supported.includes(major)) return major
  throw new Error(
    `This is PostgreSQL ${text}. Counterfoil runs on PostgreSQL ${supported.join(', ')}; nothing was written.`,
  )
}

/**
 * PostgreSQL makes ids of version 7 itself since version 18, and migration 0059 asks it to. Older servers are given the
 * function for the migrations' session: RFC 9562, 48 bits of milliseconds, then random bits.
 */
export async function offerUuidv7(owner: pg.Client, major: number): Promise<void> {
  if (major >= 18) return
  await owner.query(`
    create or replace function migration.uuidv7() returns uuid language sql volatile as $$
      select encode(
        set_bit(set_bit(
          overlay(uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6),
          52, 1), 53, 1), 'hex')::uuid
    $$;
    set search_path = "$user", public, migration`)
}
