#!/bin/bash
# One tenant's rows, from a cluster that was restored to a point to the one that lives: docs/runbooks/restore.md.
#   cluster-tenant.sh save ADDRESS TENANT FOLDER    from the restored one
#   cluster-tenant.sh load ADDRESS TENANT FOLDER    into the living one, instead of what it has of this tenant
# ADDRESS is the owner's at a coordinator, TENANT the id. Both clusters have had the same migrations, and the product is stopped.
set -euo pipefail
if [ $# -ne 4 ]; then
  sed -n '2,5s/^# \?//p' "$0"
  exit 2
fi
what=$1 address=$2 tenant=$3
mkdir -p "$4"
cd "$4"
ask() { psql -qAt -v ON_ERROR_STOP=1 "$address" "$@"; }
tables="select t.logicalrelid::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_dist_partition as t join pg_class as c on c.oid = t.logicalrelid join pg_attribute as a on a.attrelid = c.oid
  where t.partmethod = 'h' and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by 1"
case $what in
save)
  ask -c "select format('\copy (select %s from %s where tenant_id = %L) to %L', columns, name, '$tenant', name || '.copy')
    from ($tables) as t" | ask
  ;;
load)
  # all or nothing; foreign keys and the ledger's guards were kept where the rows come from
  {
    echo 'begin; set local session_replication_role = replica; set local citus.multi_shard_modify_mode = sequential;'
    ask -c "select format('delete from %s where tenant_id = %L;', name, '$tenant') from ($tables) as t"
    ask -c "select format('\copy %s (%s) from %L', name, columns, name || '.copy') from ($tables) as t"
    echo 'commit;'
  } >statements.sql
  ask -f statements.sql
  ;;
esac
