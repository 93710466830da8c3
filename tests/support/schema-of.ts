/** A database's schema as its catalogue has it, in lines that can be compared: what `pg_dump --schema-only` would write. */
import type { Pool } from "pg";

/** Ours: neither PostgreSQL's own things nor those of extensions. @param column the one with the object's id */
const ours = (catalogue: string, column = "oid") =>
  `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${column} and e.deptype = 'e')`;
const NAMESPACE = "current_schema()::regnamespace";

/** Each gives lines. Of columns the order is left out: a new database has them in that of the file. */
const LINES = [
  `select concat_ws(' ', 'relation', relkind, relpersistence, relname, reloptions, relacl, relrowsecurity, relreplident)
    from pg_class where relnamespace = ${NAMESPACE} and relkind <> 'i' and ${ours("pg_class")}`,
  `select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
      nullif(attcollation, 0)::regcollation, attstorage, attcompression, nullif(attstattarget, -1), attoptions,
      pg_get_expr(adbin, adrelid))
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = ${NAMESPACE} and relkind in ('r', 'c') and attnum > 0 and not attisdropped and ${ours("pg_class", "attrelid")}`,
  `select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
    from pg_constraint where connamespace = ${NAMESPACE}`,
  `select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisreplident, indisclustered,
      (select array_agg(attstattarget order by attnum) from pg_attribute where attrelid = indexrelid and attstattarget >= 0))
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = ${NAMESPACE}`,
  `select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger join pg_class on pg_class.oid = tgrelid where relnamespace = ${NAMESPACE} and not tgisinternal`,
  `select concat_ws(' ', 'function', pg_get_functiondef(oid), proacl)
    from pg_proc where pronamespace = ${NAMESPACE} and prokind = 'f' and ${ours("pg_proc")}`,
  `select concat_ws(' ', 'view', viewname, definition) from pg_views where schemaname = current_schema()`,
  `select concat_ws(' ', 'sequence', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)
    from pg_sequences where schemaname = current_schema()`,
  `select concat_ws(' ', 'dictionary', dictname, dicttemplate, dictinitoption) from pg_ts_dict where dictnamespace = ${NAMESPACE}`,
  `select concat_ws(' ', 'configuration', cfgname, cfgparser, maptokentype, mapseqno, mapdict::regdictionary)
    from pg_ts_config join pg_ts_config_map on mapcfg = pg_ts_config.oid where cfgnamespace = ${NAMESPACE}`,
  `select concat_ws(' ', 'comment', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
    where objoid >= 16384 and classoid <> 'pg_extension'::regclass
      and not exists (select from pg_depend e where e.classid = classoid and e.objid = objoid and e.deptype = 'e')`,
  "select concat_ws(' ', 'extension', extname) from pg_extension",
];

export async function schemaOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select line from (${LINES.join("\nunion all\n")}) lines (line) order by line collate "C"`,
  );
  return rows.map(({ line }) => line);
}

const TABLES = `pg_class where relnamespace = ${NAMESPACE} and relkind in ('r', 'p', 'm') and ${ours("pg_class")}`;

/** Each gives a table's name, and a line for it. */
const GUARDS = [
  `select conrelid, concat_ws(' ', 'constraint', conname || ':', pg_get_constraintdef(oid)) from pg_constraint
    where contype <> 'n' and conrelid in (select oid from ${TABLES})`,
  `select indrelid, replace(pg_get_indexdef(indexrelid), current_schema() || '.', '') from pg_index
    where indrelid in (select oid from ${TABLES})
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
  `select tgrelid, replace(pg_get_triggerdef(oid), current_schema() || '.', '') from pg_trigger
    where not tgisinternal and tgrelid in (select oid from ${TABLES})`,
  `select attrelid, concat_ws(' ', 'statistics', attname || ':', attstattarget) from pg_attribute
    where attstattarget >= 0 and attnum > 0 and attrelid in (select oid from ${TABLES})`,
];

/**
 * What keeps a database right and fast beside its columns, as text: the constraints, indexes, triggers and statistics of each
 * table.
 * Constraints that columns are not null are left out: PostgreSQL has them since 18 alone, and the types tell them.
 */
export async function guardsOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string; lines: string[] }>(
    `select relname as name, coalesce(array_agg(line order by line collate "C") filter (where line <> ''), '{}') as lines
      from pg_class left join (${GUARDS.join("\nunion all\n")}) lines (relation, line) on relation = oid
      where oid in (select oid from ${TABLES}) and relname <> 'schema_migrations'
      group by relname order by relname collate "C"`,
  );
  return rows
    .map(({ name, lines }) => [name, ...lines.map((line) => `  ${line}`)].join("\n"))
    .join("\n\n")
    .concat("\n");
}
