import type pg from 'pg'

/** A notice as people are to read it, in English. */
export interface AnnouncedNotice {
  readonly title: string
  readonly text: string
  readonly to: {
    readonly userIds?: readonly string[]
    readonly audience?: string
    readonly permission?: string
    readonly seeing?: { readonly method: string | null; readonly provider: string | null }
  }
  readonly url: string
}

/** The notices of a type that are announced, the first one first; one that is announced again under its id comes once. */
export async function listAnnounced(owner: pg.Client, type: string): Promise<AnnouncedNotice[]> {
  const { rows } = await owner.query<AnnouncedNotice>(
    `select title, text, "to", url from (
       select distinct on (data ->> 'id') data -> 'title' ->> 'en' as title,
         data -> 'description' ->> 'en' as text, data -> 'to' as "to", data ->> 'objectUrl' as url, created_on
       from pgboss.job where name = 'notifications.fan-out' and data ->> 'type' = $1
       order by data ->> 'id', created_on) as each
     order by created_on`,
    [type],
  )
  return rows
}
